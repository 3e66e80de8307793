let failures = 0;

/**
 * Imports a part of the form. A browser may cache a failed import until the page is closed (Chromium does;
 * https://github.com/whatwg/html/issues/6768), so a retry appends a number to the address given in the error message.
 * Bundlers with their own loader, such as webpack, give no address, and their loader retries by itself.
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
