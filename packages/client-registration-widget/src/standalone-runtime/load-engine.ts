import { file, integrity } from 'made:engine';

const script = document.currentScript as HTMLScriptElement | null;

/**
 * A page that names the hash of the script has it of the engine too: what was preloaded by its hash is what an import
 * of the same address gets.
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

/** The engine of this very build, from beside the script. */
export async function loadEngine(): Promise<typeof import('../form/engine/engine.ts')> {
  // Browsers may remember that a module could not be had.
  const name = failures > 0 ? `${file}&${failures}` : file;
  // A module has no `currentScript`, and its imports begin at its own address.
  const address = script ? new URL(name, script.src).href : `./${name}`;
  try {
    if (script?.integrity) await preloaded(address, script.nonce);
    return await import(address);
  } catch (error) {
    failures++;
    throw error;
  }
}
