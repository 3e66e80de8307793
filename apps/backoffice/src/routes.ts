import type { ComponentType } from 'react';

/** A page of the back office, as listed in `spec.md` §2. */
export interface PageRoute {
  /** Path without leading slash; `''` is home. */
  readonly path: string;
  readonly name: string;
  readonly title: string;
  /** The screen, loaded on the first visit. Without one the page shows that it is not available yet. */
  readonly screen?: () => Promise<ComponentType>;
}

const page = (path: string, title: string, screen?: PageRoute['screen']): PageRoute => ({
  path,
  name: path.split('/').at(-1) || 'home',
  title,
  screen,
});

/** Guest pages. A signed-in user is sent home from them, except from the client registration. */
export const guestRoutes: readonly (PageRoute & { readonly openToAll?: true })[] = [
  page('login', 'Iniciar Sesión', async () => (await import('@pauta/screens/access/login.tsx')).Login),
  page('register', 'Registro', async () => (await import('@pauta/screens/access/register.tsx')).Register),
  {
    ...page(
      'client-registration',
      'Registro de Clientes',
      async () => (await import('./pages/client-registration.tsx')).ClientRegistrationPage,
    ),
    openToAll: true,
  },
];

const approvals = async () => (await import('@pauta/screens/approvals/approvals.tsx')).Approvals;
const clients = async () => (await import('@pauta/screens/crm/clients/clients.tsx')).Clients;
const agencies = async () => (await import('@pauta/screens/crm/agencies/agencies.tsx')).Agencies;
const contacts = async () => (await import('@pauta/screens/crm/contacts/contacts.tsx')).Contacts;
const clientRegistrations = async () =>
  (await import('@pauta/screens/crm/registrations/client-registrations.tsx')).ClientRegistrations;
const targetLists = async () =>
  (await import('@pauta/screens/crm/target-lists/target-lists.tsx')).TargetLists;
const accountTransfers = async () =>
  (await import('@pauta/screens/crm/transfers/account-transfers.tsx')).AccountTransfers;
const portfolio = async () => (await import('@pauta/screens/presales/portfolio.tsx')).Portfolio;
const users = async () => (await import('@pauta/screens/admin/users/users.tsx')).Users;
const roles = async () => (await import('@pauta/screens/admin/roles/roles.tsx')).Roles;

/** Loads the screen of a catalogue by the name of its resource. */
const catalogue = (name: string) => async (): Promise<ComponentType> =>
  (await import('@pauta/screens/catalogues/catalogue-screen.tsx')).catalogueScreen(name);

/** Signed-in pages, inside the shell, in the order of `spec.md` §2, which also has the spelling `prevanta`. */
export const signedInRoutes: readonly PageRoute[] = [
  page('', 'Dashboard', async () => (await import('@pauta/screens/home/home.tsx')).Home),
  page('perfil', 'Mi Perfil', async () => (await import('@pauta/screens/account/profile.tsx')).Profile),

  // Not in the menu of `spec.md`; the home page shows its count and links to it.
  page('aprobaciones', 'Aprobaciones', approvals),

  page('crm/clientes', 'Clientes', clients),
  page('crm/agencias', 'Agencias', agencies),
  page('crm/contactos', 'Contactos', contacts),
  page(
    'crm/seguimiento',
    'Seguimiento',
    async () => (await import('@pauta/screens/crm/follow-up/follow-up.tsx')).FollowUp,
  ),
  page(
    'crm/seguimiento-ref',
    'Seguimiento - REF',
    async () => (await import('@pauta/screens/crm/referrals/referrals.tsx')).Referrals,
  ),
  page('crm/target-list', 'Target List', targetLists),
  page('crm/client-registrations', 'Registros de clientes', clientRegistrations),
  page('crm/historial-transferencias', 'Historial de Transferencias', accountTransfers),

  page('prevanta/distribucion-cartera', 'Distribución de Cartera', portfolio),
  page('prevanta/presupuesto-ventas', 'Presupuesto de Ventas'),
  page('prevanta/presupuesto-cliente', 'Presupuesto por Cliente'),
  page('prevanta/metas-ejecutivo', 'Metas por Ejecutivo'),

  page('ventas/oportunidades', 'Oportunidades'),
  page('ventas/oportunidades-ref', 'Oportunidades - REF'),
  page('ventas/presupuestos', 'Presupuestos'),
  page('ventas/pipeline', 'Pipeline'),
  page('ventas/ocupacion-disponibilidad', 'Ocupación y Disponibilidad'),
  page('ventas/adendas', 'Adendas'),
  page('ventas/contratos', 'Contratos'),

  page('postventa/reportes-evidencias', 'Reportes de Evidencias'),
  page('postventa/fichas-tecnicas', 'Fichas Técnicas'),
  page('postventa/gestion-cupos', 'Gestión de Cupos'),

  page('facturacion/facturacion-cobros', 'Facturación y Cobros'),
  page('facturacion/facturacion', 'Facturación'),
  page('facturacion/comisiones-agencia', 'Comisiones de Agencia'),
  page('facturacion/registro-cobros', 'Registro de Cobros'),

  page('inventario/inventario', 'Inventario'),
  page('inventario/paquetes', 'Paquetes'),
  page('inventario/gestion-fichas-tecnicas', 'Gestión de Fichas Técnicas'),
  page('inventario/gestion-precios', 'Gestión de Precios'),

  page('implementacion/implementacion', 'Implementación'),

  page('gestion/usuarios', 'Usuarios', users),
  page('gestion/roles', 'Roles y Permisos', roles),
  page(
    'gestion/configuracion',
    'Configuración General',
    async () => (await import('@pauta/screens/admin/settings/settings.tsx')).GeneralSettings,
  ),
  page(
    'gestion/catalogos',
    'Catálogos',
    async () => (await import('@pauta/screens/catalogues/catalogues.tsx')).Catalogues,
  ),

  page('gestion/catalogos/industrias', 'Industrias', catalogue('industries')),
  page('gestion/catalogos/resultado-atencion', 'Resultados de atención', catalogue('contact_results')),
  page('gestion/catalogos/redes-sociales', 'Redes sociales', catalogue('social_networks')),
  page('gestion/catalogos/fuentes-ingreso', 'Fuentes de ingreso', catalogue('lead_sources')),
  page(
    'gestion/catalogos/probabilidad-cierre',
    'Probabilidades de cierre',
    catalogue('closing_probabilities'),
  ),
  page('gestion/catalogos/target-edades', 'Target de edades', catalogue('age_targets')),
  page('gestion/catalogos/localidades', 'Localidades', catalogue('localities')),
  page('gestion/catalogos/divisiones', 'Divisiones', catalogue('divisions')),
  page('gestion/catalogos/companias', 'Compañías', catalogue('companies')),
  page('gestion/catalogos/grupos-agencias', 'Grupos de agencias', catalogue('agency_groups')),
  page('gestion/catalogos/tipos-agencia', 'Tipos de agencia', catalogue('agency_types')),
  page('gestion/catalogos/categoria-agencias', 'Categorías de agencia', catalogue('agency_categories')),
  page('gestion/catalogos/paises', 'Países', catalogue('countries')),
  page('gestion/catalogos/terminos-credito', 'Términos de crédito', catalogue('credit_terms')),
  page('gestion/catalogos/meses', 'Meses', catalogue('months')),
  page('gestion/catalogos/cargos', 'Cargos', catalogue('job_positions')),
  page('gestion/catalogos/departamentos', 'Departamentos', catalogue('departments')),
  page('gestion/catalogos/clusters', 'Clústeres', catalogue('clusters')),
  page('gestion/catalogos/target-generos', 'Target de géneros', catalogue('gender_targets')),
  page('gestion/catalogos/target-socioeconomicos', 'Target socioeconómicos', catalogue('nse_targets')),
  page('gestion/catalogos/tipo-comisiones', 'Tipos de comisión', catalogue('commission_types')),
  page('gestion/catalogos/perfil-socioeconomicos', 'Perfiles socioeconómicos', catalogue('nse_profiles')),
  page('gestion/catalogos/tipo-clientes', 'Tipos de cliente', catalogue('client_types')),
  page('gestion/catalogos/categoria-clientes', 'Categorías de cliente', catalogue('client_categories')),
  page('gestion/catalogos/marcas', 'Marcas', catalogue('brands')),
  page('gestion/catalogos/cuentas-contables', 'Cuentas contables', catalogue('gl_accounts')),
  page('gestion/catalogos/tipos-archivos', 'Tipos de archivos', catalogue('file_types')),
  page('gestion/catalogos/articulos-publicitarios', 'Artículos publicitarios', catalogue('ad_articles')),
  page('gestion/catalogos/clasificacion-pauta', 'Clasificaciones de pauta', catalogue('ad_classifications')),
  page('gestion/catalogos/tipos-consumo', 'Tipos de consumo', catalogue('consumption_types')),
  page('gestion/catalogos/plataformas', 'Plataformas', catalogue('platforms')),
  page('gestion/catalogos/subdivisiones', 'Subdivisiones', catalogue('subdivisions')),
  page(
    'gestion/catalogos/categorias-inventario',
    'Categorías de inventario',
    catalogue('inventory_categories'),
  ),
  page('gestion/catalogos/programas', 'Programas', catalogue('programs')),
  page('gestion/catalogos/horarios', 'Horarios', catalogue('schedules')),
  page('gestion/catalogos/dias', 'Días', catalogue('weekdays')),
  page('gestion/catalogos/franjas-horarias', 'Franjas horarias', catalogue('time_slots')),

  page('multimedia/videos', 'Videos'),
  page('multimedia/imagenes', 'Imágenes'),
  page('multimedia/audio', 'Audio'),

  page(
    'reportes/actividad',
    'Actividad del Sistema',
    async () => (await import('@pauta/screens/reports/activity.tsx')).SystemActivity,
  ),
  page(
    'reportes/estadisticas',
    'Estadísticas de Uso',
    async () => (await import('@pauta/screens/reports/usage.tsx')).UsageStatistics,
  ),
  page(
    'reportes/logs',
    'Logs de Auditoría',
    async () => (await import('@pauta/screens/reports/logs.tsx')).AuditLog,
  ),
];

/** The page that a path belongs to: the longest route that it starts with. */
export function routeOf(pathname: string): PageRoute | undefined {
  const path = pathname.replace(/^\/|\/$/g, '');
  return [...guestRoutes, ...signedInRoutes]
    .filter((route) => path === route.path || (route.path !== '' && path.startsWith(`${route.path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
