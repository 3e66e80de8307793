import { file, integrity } from 'generated:engine';

const script = document.currentScript as HTMLScriptElement | null;

/**
 * If the script element has an `integrity` attribute, the engine is preloaded with its hash too; an import of the same
 * address then uses the verified file.
 */
async function preloaded(href: string, nonce: string): Promise<void> {
  const link = document.createElement('link');
  try {
    await new Promise((done, fail) => {
      Object.assign(link, { rel: 'modulepreload', href, integrity, nonce, onload: done, onerror: fail });
      document.head.append(link);
    });
  } finally {
    link.remove();
  }
}

let failures = 0;

/** Imports the engine of this build, from the folder of the script. */
export async function loadEngine(): Promise<typeof import('../form/engine/engine.ts')> {
  // Browsers may cache a failed import, so a retry uses another address.
  const name = failures > 0 ? `${file}&${failures}` : file;
  // In a module `currentScript` is null, and its imports are relative to its own address.
  const address = script ? new URL(name, script.src).href : `./${name}`;
  try {
    if (script?.integrity) await preloaded(address, script.nonce);
    return await import(address);
  } catch (error) {
    failures++;
    throw error;
  }
}
