/** My turn while I look elsewhere: the tab's icon changes, and where it was allowed a note and a sound tell of it. It is
 * asked for when it would first have been of use: on coming back to a turn that had been waiting. */
import { playSound } from "../app/sound";
import { saveSetting, settings } from "../app/settings.svelte";

/** Whether to ask now. */
export const permissionPrompt = $state({ now: false });

const away = (): boolean => document.visibilityState === "hidden";
const can = (): boolean => "Notification" in window && Notification.permission !== "denied";

function icon(name: string): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = `/${name}.svg`;
}

/** It is my turn; what to undo when it is no longer. */
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
        // some browsers only let a service worker do this; the tab's icon and title tell of it all the same
      }
    }
  }
  return () => {
    icon("icon");
    note?.close();
    document.removeEventListener("visibilitychange", back);
  };
}

/** What was answered: the browser asks once more by itself. */
export async function answerPrompt(yes: boolean): Promise<void> {
  permissionPrompt.now = false;
  saveSetting("notify", yes ? "on" : "off");
  if (yes && "Notification" in window && Notification.permission === "default") await Notification.requestPermission();
}
