export const pageFailed = 'No se pudo mostrar la página';
export const pageFailedHint =
  'Algo falló al dibujarla. Reintente; si vuelve a fallar, avise a quien administra el sistema.';
export const chunkFailed = 'No se pudo abrir la página';
export const chunkFailedHint =
  'Puede haber una versión nueva o un problema de conexión. Vuelva a cargar la página; si sigue igual, revise su conexión.';
export const reload = 'Volver a cargar';
export const retry = 'Reintentar';
