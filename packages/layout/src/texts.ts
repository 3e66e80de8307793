/** Every text that the shell says by itself. One constant each: an app that takes one part carries its texts alone. */
export const skip = 'Saltar al contenido';
export const skipToMenu = 'Saltar al menú';
export const menu = 'Menú principal';
export const openMenu = 'Abrir menú';
export const closeMenu = 'Cerrar menú';
export const toggleRail = 'Menú lateral';
export const collapseRail = 'Contraer menú';
export const expandRail = 'Expandir menú';
export const search = 'Buscar en el menú';
export const searchPlaceholder = 'Buscar en el menú...';
export const clearSearch = 'Limpiar búsqueda';
export const noResults = 'No se encontraron resultados';
export const results = (count: number): string => (count === 1 ? '1 resultado' : `${count} resultados`);
export const userMenu = 'Menú de usuario';
export const userMenuOf = (name: string): string => `Menú de usuario de ${name}`;
export const roles = 'Roles';
export const moreRoles = (roles: readonly string[]): string => `y ${roles.join(', ')}`;
export const profile = 'Mi Perfil';
export const logout = 'Cerrar Sesión';
export const loggingOut = 'Cerrando sesión…';
export const pageLoaded = (title: string): string => `${title}, página cargada`;

// Favourites and recent pages
export const favorites = 'Favoritos';
export const recents = 'Recientes';
export const pinsMenu = 'Favoritos y recientes';
export const addFavorite = (label: string): string => `Agregar «${label}» a favoritos`;
export const removeFavorite = (label: string): string => `Quitar «${label}» de favoritos`;
export const favoriteOf = (label: string): string => `Favorito: ${label}`;
export const moveUp = (label: string): string => `Subir «${label}»`;
export const moveDown = (label: string): string => `Bajar «${label}»`;
export const movedTo = (label: string, place: number, count: number): string =>
  `«${label}», lugar ${place} de ${count}`;
export const noFavorites = 'Marque con la estrella las páginas que más usa.';
export const noRecents = 'Aquí aparecen las últimas páginas que visite.';
export const forgetRecents = 'Borrar recientes';

// Bars
export const loading = 'Cargando';
export const offline = 'Sin conexión.';
export const offlineHint = 'Puede seguir leyendo; lo que guarde se enviará cuando vuelva la conexión.';
export const offlineQueue = (count: number): string =>
  count === 1 ? '1 cambio espera la conexión.' : `${count} cambios esperan la conexión.`;
export const online = 'Conexión restablecida.';
export const retry = 'Reintentar';
export const sessionEnds = (rest: string): string => `Su sesión termina en ${rest}.`;
export const sessionEnded = 'Su sesión terminó.';
export const sessionHint = 'Guarde lo que esté haciendo.';
export const lessThanAMinute = 'menos de un minuto';
export const minutes = (count: number): string => (count === 1 ? '1 minuto' : `${count} minutos`);
export const staySignedIn = 'Seguir conectado';
export const signInAgain = 'Iniciar sesión';
export const unsaved = 'Cambios sin guardar';
export const changes = (count: number): string => (count === 1 ? '1 cambio' : `${count} cambios`);
export const unsavedCount = (count: number): string => `${changes(count)} sin guardar`;
export const discard = 'Descartar';
export const save = (count: number): string => `Guardar ${changes(count)}`;
export const saving = 'Guardando…';

// Breadcrumbs and print
export const breadcrumbs = 'Ruta de la página';
export const moreCrumbs = 'Ver la ruta completa';
export const siblings = (label: string): string => `Páginas junto a ${label}`;
export const printed = (name: string, when: string): string => (name ? `${name} · ${when}` : when);

// Errors
export const pageFailed = 'No se pudo mostrar la página';
export const pageFailedHint =
  'Algo falló al dibujarla. Reintente; si vuelve a fallar, avise a quien administra el sistema.';
export const chunkFailed = 'No se pudo abrir la página';
export const chunkFailedHint =
  'Puede haber una versión nueva o un problema de conexión. Vuelva a cargar la página; si sigue igual, revise su conexión.';
export const reload = 'Volver a cargar';

// Keyboard
export const shortcuts = 'Atajos de teclado';
export const closeSheet = 'Cerrar';
export const singleKeys = 'Atajos de una sola tecla';
export const singleKeysHint =
  'Apáguelos si dicta a su equipo o si una letra suelta le estorba. Las flechas, Intro y Esc siguen funcionando.';
export const followedBy = 'luego';
export const or = 'o';
export const keyNames: Readonly<Record<string, string>> = {
  ' ': 'Espacio',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
  Enter: 'Intro',
  Escape: 'Esc',
  Shift: 'Mayús',
};
