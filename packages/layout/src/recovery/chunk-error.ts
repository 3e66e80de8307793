const messages =
  /dynamically imported module|error loading dynamically|importing a module script failed|loading (css )?chunk|unable to preload css|module script .*mime type/i;

/**
 * Whether an error means that a part of the app failed to load, usually because the server was updated after the page
 * was opened.
 */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'ChunkLoadError' || messages.test(error.message);
}

/** Key of `sessionStorage` for the build that the page was reloaded for. */
const storageKey = 'pauta-reloaded-for';

/** The build of the page: the name of its script, which contains a hash. */
export function currentBuild(page: Document = document): string {
  return page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
}

/**
 * The page is being left. Firefox then aborts the parts that are still loading, and a reload would cancel the
 * navigation.
 */
let leaving = false;

/**
 * Reloads the page once for each build, because a second reload would fail the same way. Returns whether it reloads. If
 * `sessionStorage` is unavailable it does not, because the page could otherwise reload endlessly.
 */
export function reloadOnce(build: string = currentBuild(), goingTo: string | null = null): boolean {
  if (leaving) return false;
  try {
    if (sessionStorage.getItem(storageKey) === build) return false;
    sessionStorage.setItem(storageKey, build);
  } catch {
    return false;
  }
  if (goingTo === null) window.location.reload();
  else window.location.assign(goingTo);
  return true;
}

export interface RecoveryOptions {
  /** Identifies the build; by default the name of its script. */
  readonly build?: string;
  /** Where the user was navigating to: routers change the address only once the page has loaded. */
  readonly goingTo?: () => string | null;
}

/**
 * Handles Vite's `vite:preloadError`, which fires when a part of the app fails to load, with one reload for each build.
 * A later failure is thrown, so that it reaches the error screen. Returns a function that removes the listener.
 *
 * @example
 * recoverFromChunkErrors();
 * createRoot(root).render(<App />);
 */
export function recoverFromChunkErrors({ build, goingTo }: RecoveryOptions = {}): () => void {
  const recover = (event: Event): void => {
    if (reloadOnce(build, goingTo?.())) event.preventDefault();
  };
  const leave = (): void => {
    leaving = true;
  };
  addEventListener('vite:preloadError', recover);
  addEventListener('beforeunload', leave);
  return () => {
    removeEventListener('vite:preloadError', recover);
    removeEventListener('beforeunload', leave);
    leaving = false;
  };
}
