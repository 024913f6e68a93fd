/** The current route. Internal links are ordinary links that the page follows without reloading. */

interface Place {
  path: string;
  hash: string;
}

// A plain file server adds a slash to the names of its folders.
const here = (): Place => ({ path: location.pathname.replace(/(.)\/$/, "$1"), hash: location.hash });

export const route: Place = $state(here());

function arrive(): void {
  Object.assign(route, here());
}

/** Navigate to another page. */
export function navigate(path: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  arrive();
  scrollTo(0, 0);
}

/** Handle links and the browser's back and forward. */
export function startRouting(): void {
  addEventListener("popstate", arrive);
  addEventListener("hashchange", arrive);
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (
      link.target ||
      link.hasAttribute("download") ||
      link.origin !== location.origin ||
      link.pathname.startsWith("/api/")
    )
      return;
    if (link.pathname === location.pathname && link.hash) return; // a heading further down
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}
