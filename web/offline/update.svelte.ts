/** The service worker: the page works offline, and new versions are fetched in the background and offered. */

export const pageUpdate = $state({
  /** Whether a new version is ready to start. */
  ready: false,
  /** Whether the browser would install the page like an app. */
  installable: false,
});

/** The event of some browsers with which a page can be installed. */
interface Prompt extends Event {
  prompt(): Promise<unknown>;
}
let offer: Prompt | null = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // the page offers it in its own place
  offer = event as Prompt;
  pageUpdate.installable = true;
});
addEventListener("appinstalled", () => (pageUpdate.installable = false));

/** Install the page, if the player confirms. */
export async function install(): Promise<void> {
  pageUpdate.installable = false; // the prompt can be used once
  await offer?.prompt();
}

let waiting: ServiceWorker | null = null;
const HOUR = 3_600_000;

/** Register the service worker, where the browser allows it (https and localhost only). */
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

/** Start the new version and reload the page. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("begin");
}
