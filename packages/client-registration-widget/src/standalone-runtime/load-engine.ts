import { file, integrity } from 'made:engine';

const script = document.currentScript as HTMLScriptElement | null;

/**
 * A page that names the hash of the script has it of the engine too: what was preloaded by its hash is what an import
 * of the same address gets.
 */
const preloaded = (href: string, nonce: string): Promise<unknown> =>
  new Promise((done, fail) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, integrity, nonce, onload: done, onerror: fail });
    document.head.append(link);
    link.remove();
  });

/** The engine of this very build, from beside the script. */
export async function loadEngine(): Promise<typeof import('../form/engine.ts')> {
  // A module has no `currentScript`, and its imports begin at its own address.
  const address = script ? new URL(file, script.src).href : `./${file}`;
  if (script?.integrity) await preloaded(address, script.nonce);
  return import(address);
}
