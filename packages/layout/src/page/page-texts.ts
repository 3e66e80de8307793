export const breadcrumbs = 'Ruta de la página';
export const moreCrumbs = 'Ver la ruta completa';
export const siblings = (label: string): string => `Páginas junto a ${label}`;
export const printed = (name: string, when: string): string => (name ? `${name} · ${when}` : when);
