/** All texts of the shell. */
export interface ShellTexts {
  readonly skip: string;
  readonly skipToMenu: string;
  /** Name of the menu as a landmark, and of the drawer. */
  readonly menu: string;
  readonly openMenu: string;
  readonly closeMenu: string;
  /** Accessible name of the button that collapses the menu; its tooltip describes the action. */
  readonly toggleRail: string;
  readonly collapseRail: string;
  readonly expandRail: string;
  readonly search: string;
  readonly searchPlaceholder: string;
  readonly clearSearch: string;
  readonly noResults: string;
  readonly results: (count: number) => string;
  /** Name of the user menu's button while the user is unknown. */
  readonly userMenu: string;
  readonly userMenuOf: (name: string) => string;
  readonly roles: string;
  /** Accessible description of «+2». */
  readonly moreRoles: (roles: readonly string[]) => string;
  readonly profile: string;
  readonly logout: string;
  readonly loggingOut: string;
  /** Announced to screen readers after a navigation. */
  readonly pageLoaded: (title: string) => string;
}

/** How the components of the shell accept texts: those that are omitted keep their default. */
export interface Texts {
  /** Texts in another language or with other wording. The default is Spanish. */
  readonly texts?: Partial<ShellTexts> | undefined;
}

/* One constant per component, so that an app that imports one component bundles only its texts. */

export const shellTexts = { skip: 'Saltar al contenido', skipToMenu: 'Saltar al menú' };

export const topBarTexts = {
  openMenu: 'Abrir menú',
  toggleRail: 'Menú lateral',
  collapseRail: 'Contraer menú',
  expandRail: 'Expandir menú',
};

export const menuTexts = {
  menu: 'Menú principal',
  closeMenu: 'Cerrar menú',
  search: 'Buscar en el menú',
  searchPlaceholder: 'Buscar en el menú...',
  clearSearch: 'Limpiar búsqueda',
  noResults: 'No se encontraron resultados',
  results: (count: number): string => (count === 1 ? '1 resultado' : `${count} resultados`),
};

export const userMenuTexts = {
  userMenu: 'Menú de usuario',
  userMenuOf: (name: string): string => `Menú de usuario de ${name}`,
  roles: 'Roles',
  moreRoles: (roles: readonly string[]): string => `y ${roles.join(', ')}`,
  profile: 'Mi Perfil',
  logout: 'Cerrar Sesión',
  loggingOut: 'Cerrando sesión…',
};

export const pageLoaded = (title: string): string => `${title}, página cargada`;
