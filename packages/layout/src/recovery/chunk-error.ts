const messages =
  /dynamically imported module|error loading dynamically|importing a module script failed|loading (css )?chunk|unable to preload css|module script .*mime type/i;

/**
 * Whether an error means that a part of the app failed to load: usually in a page from before an update of the server.
 */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'ChunkLoadError' || messages.test(error.message);
}

/** Where is remembered for which build the page was reloaded. */
const storageKey = 'pauta-reloaded-for';

/** The build a page runs: the name of its script, which carries a hash. */
export function currentBuild(page: Document = document): string {
  return page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
}

/**
 * The page is being left. Firefox gives up the parts that are still on their way at that moment, and a reload would
 * take the person back instead.
 */
let leaving = false;

/**
 * Reloads the page, once for each build: the second failure is not cured by a third try. Answers whether it does. Where
 * nothing can be remembered it does not, or it might never end.
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
  /** Where the person was going: routers change the address only when a page has loaded. */
  readonly goingTo?: () => string | null;
}

/**
 * Answers Vite's `vite:preloadError`, which fires when a part of the app does not load, with one reload for each build.
 * The failure after that is left alone and thrown, so that it reaches the error screen. Returns the way to stop.
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
