/** Texts that the form needs before its definition is loaded, in its default language; bundled with the form. */
export const early = {
  /** BCP 47. */
  lang: 'es-419',
  loading: 'Cargando el formulario…',
  unavailable: {
    title: 'No pudimos mostrar el formulario',
    network: 'Revise su conexión a internet e intente de nuevo.',
    origin: 'Esta página no tiene permiso para usar el formulario. Avise a quien la administra.',
    gone: 'Este formulario ya no está disponible.',
    server: 'El servidor no responde por ahora. Intente de nuevo en unos minutos.',
    again: 'Intentar de nuevo',
  },
};

/** Type of the texts needed before the definition is loaded. */
export type EarlyTexts = typeof early;
