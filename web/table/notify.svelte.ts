/** Notifies of my turn while the page is in the background: the tab's icon changes, and if allowed there is a
 * notification and a sound. Permission is asked for on the first return to a turn that had been waiting. */
import { playSound } from "../app/sound";
import { saveSetting, settings } from "../app/settings.svelte";

/** Whether to ask for permission now. */
export const permissionPrompt = $state({ now: false });

const away = (): boolean => document.visibilityState === "hidden";
const can = (): boolean => "Notification" in window && Notification.permission !== "denied";

function icon(name: string): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = `/${name}.svg`;
}

/** Notify of my turn; returns how to undo it. */
export function notifyTurn(title: string, text: string): () => void {
  icon("icon-turn");
  let note: Notification | undefined;
  const back = (): void => {
    if (away()) return;
    note?.close();
    document.removeEventListener("visibilitychange", back);
    if (settings.notify === "ask" && can()) permissionPrompt.now = true;
  };
  if (away()) {
    document.addEventListener("visibilitychange", back);
    if (settings.notify === "on" && can() && Notification.permission === "granted") {
      playSound("turn", true);
      try {
        note = new Notification(title, { body: text, tag: "turn", icon: "/icon-192.png" });
        note.onclick = () => focus();
      } catch {
        // some browsers allow this only in a service worker; icon and title still change
      }
    }
  }
  return () => {
    icon("icon");
    note?.close();
    document.removeEventListener("visibilitychange", back);
  };
}

/** Store the answer; the browser then asks by itself. */
export async function answerPrompt(yes: boolean): Promise<void> {
  permissionPrompt.now = false;
  saveSetting("notify", yes ? "on" : "off");
  if (yes && "Notification" in window && Notification.permission === "default") await Notification.requestPermission();
}
