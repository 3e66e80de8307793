const mark = 'pauta.reloaded-at';
const justReloaded = 60_000;

/**
 * A page chunk that does not load is usually a page from before an update: its files are gone from the
 * server. Vite then fires `vite:preloadError` (spec.md §8); one reload brings the new files. When that
 * happened a moment ago the error is left alone, so that it reaches the error screen instead of looping.
 */
export function reloadOncePerPreloadError(target: Window = window): void {
  target.addEventListener('vite:preloadError', (event) => {
    const last = Number(target.sessionStorage.getItem(mark) ?? 0);
    if (Date.now() - last < justReloaded) return;
    target.sessionStorage.setItem(mark, String(Date.now()));
    event.preventDefault();
    target.location.reload();
  });
}
