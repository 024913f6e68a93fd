/** The page kept in the browser, and newer editions of it: fetched in the background, offered, never forced. */

export const pageUpdate = $state({
  /** Whether a new edition waits to begin. */
  ready: false,
  /** Whether the browser would install the page like an app. */
  installable: false,
});

/** What some browsers give a page to install it with. */
interface Prompt extends Event {
  prompt(): Promise<unknown>;
}
let offer: Prompt | null = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // it is offered where it does not disturb
  offer = event as Prompt;
  pageUpdate.installable = true;
});
addEventListener("appinstalled", () => (pageUpdate.installable = false));

/** Install the page, if whoever is asked then agrees. */
export async function install(): Promise<void> {
  pageUpdate.installable = false; // an offer is good for one question
  await offer?.prompt();
}

let waiting: ServiceWorker | null = null;
const HOUR = 3_600_000;

/** Keep the page, where the browser can. (It does so only on https and on the computer itself.) */
export async function registerServiceWorker(): Promise<void> {
  const keeper = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!keeper || !import.meta.env.PROD) return;
  const registration = await keeper.register("/sw.js").catch(() => null); // a private window may forbid it
  if (!registration) return;
  const look = (): void => {
    waiting = registration.waiting;
    pageUpdate.ready = waiting !== null && keeper.controller !== null;
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  void keeper.ready.then(look);
  look();
  setInterval(() => void registration.update().catch(() => undefined), HOUR);
}

/** Begin the new edition: it takes over, and the page is loaded anew. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("begin");
}
