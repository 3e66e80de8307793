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
