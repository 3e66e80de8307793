import { notify } from './toast.ts';

/**
 * Copies a text and says so, or that the browser did not allow it.
 *
 * @param done what is said then, such as `Enlace copiado`
 */
export const copyText = (text: string, done: string): void => {
  // On pages without https the clipboard is not available.
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error())).then(
    () => notify(done),
    () => notify('El navegador no permitió copiar. Selecciónelo y cópielo a mano.', { tone: 'danger' }),
  );
};
