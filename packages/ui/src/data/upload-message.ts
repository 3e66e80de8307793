/** What an upload says when it fails. */
export const uploadMessage = {
  lost: 'Se perdió la conexión. Revise su internet y suba el archivo de nuevo: continúa donde quedó.',
  /** The reason in a refusal of the server. */
  of: (text: string): string => {
    try {
      const { errors, message } = JSON.parse(text) as { errors?: { file?: string[] }; message?: string };
      return errors?.file?.[0] ?? message ?? 'No se pudo subir el archivo.';
    } catch {
      return 'No se pudo subir el archivo.';
    }
  },
};
