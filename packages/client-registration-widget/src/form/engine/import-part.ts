let failures = 0;

/**
 * Fetches a part of the form. A browser may keep a failed import for as long as the page lives (Chromium does;
 * https://github.com/whatwg/html/issues/6768), so another try asks for the address that the error names with a number
 * behind it. Bundlers with a loader of their own, as webpack, name no address, and their loader tries again.
 */
export async function importPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [, address] = /imported module: (\S+)/.exec(String(error)) ?? [];
    failures += 1;
    if (!address || failures === 1) throw error;
    return import(/* @vite-ignore */ /* webpackIgnore: true */ `${address}?${failures}`);
  }
}
