/** Whether there is a server, and whether it can be reached. A page from a plain file server has none. */

/** The static site has this tag in its head. */
const served = document.querySelector('meta[name="ludotheque-server"][content="none"]') === null;

export const connectivity = $state({
  /** Whether this page came from a server with tables. */
  served,
  /** Whether the server can be reached, as far as is known. */
  reachable: served && navigator.onLine,
});

/** Note whether the server has answered. */
export function setReachable(answered: boolean): void {
  connectivity.reachable = served && answered;
}

addEventListener("offline", () => setReachable(false));
addEventListener("online", () => setReachable(true));
