import type { ComponentType } from 'react';

/** A page of the back office, as listed in `spec.md` §2. */
export interface PageRoute {
  /** Path without leading slash; `''` is home. */
  readonly path: string;
  readonly name: string;
  readonly title: string;
  /** The screen, loaded on the first visit. */
  readonly screen: () => Promise<ComponentType>;
}

/** Loads a screen: the export of this name of a module. */
const screen =
  <N extends string>(load: () => Promise<Readonly<Record<N, ComponentType>>>, name: N) =>
  async (): Promise<ComponentType> =>
    (await load())[name];

const page = (path: string, title: string, load: PageRoute['screen']): PageRoute => ({
  path,
  name: path.split('/').at(-1) || 'home',
  title,
  screen: load,
});

/** Guest pages. A signed-in user is sent home from them, except from the client registration. */
export const guestRoutes: readonly (PageRoute & { readonly openToAll?: true })[] = [
  page(
    'login',
    'Iniciar Sesión',
    screen(() => import('@pauta/screens/access/login.tsx'), 'Login'),
  ),
  page(
    'register',
    'Registro',
    screen(() => import('@pauta/screens/access/register.tsx'), 'Register'),
  ),
  {
    ...page(
      'client-registration',
      'Registro de Clientes',
      screen(() => import('./pages/client-registration.tsx'), 'ClientRegistrationPage'),
    ),
    openToAll: true,
  },
];

const approvals = screen(() => import('@pauta/screens/approvals/approvals.tsx'), 'Approvals');
const clients = screen(() => import('@pauta/screens/crm/clients/clients.tsx'), 'Clients');
const agencies = screen(() => import('@pauta/screens/crm/agencies/agencies.tsx'), 'Agencies');
const contacts = screen(() => import('@pauta/screens/crm/contacts/contacts.tsx'), 'Contacts');
const clientRegistrations = screen(
  () => import('@pauta/screens/crm/registrations/client-registrations.tsx'),
  'ClientRegistrations',
);
const targetLists = screen(() => import('@pauta/screens/crm/target-lists/target-lists.tsx'), 'TargetLists');
const accountTransfers = screen(
  () => import('@pauta/screens/crm/transfers/account-transfers.tsx'),
  'AccountTransfers',
);
const quotas = screen(() => import('@pauta/screens/postsales/quotas/quota-pages.tsx'), 'QuotaPages');
const techSheets = screen(() => import('@pauta/screens/postsales/tech-sheets/tech-sheets.tsx'), 'TechSheets');
const evidenceReports = screen(
  () => import('@pauta/screens/postsales/evidence/evidence-pages.tsx'),
  'EvidencePages',
);
const workOrders = screen(
  () => import('@pauta/screens/implementation/implementation-pages.tsx'),
  'ImplementationPages',
);
const priceLists = screen(() => import('@pauta/screens/inventory/prices/price-lists.tsx'), 'PriceLists');
const packages = screen(() => import('@pauta/screens/inventory/packages/packages.tsx'), 'Packages');
const techTemplates = screen(
  () => import('@pauta/screens/inventory/tech-templates/tech-templates.tsx'),
  'TechTemplates',
);

/** Loads the screen of the media library, of one kind or of all. */
const media = (name: 'Videos' | 'Images' | 'Audio' | 'MediaFiles') =>
  screen(() => import('@pauta/screens/media/media-library.tsx'), name);

const report = (name: 'SystemActivity' | 'UsageStatistics' | 'Reports' | 'AuditLog') =>
  screen(() => import('@pauta/screens/reports/report-pages.tsx'), name);

const portfolio = screen(() => import('@pauta/screens/presales/portfolio.tsx'), 'Portfolio');
const inventoryItems = screen(
  () => import('@pauta/screens/inventory/items/inventory-items.tsx'),
  'InventoryItems',
);
const availability = screen(
  () => import('@pauta/screens/inventory/availability/availability.tsx'),
  'Availability',
);
const opportunities = screen(
  () => import('@pauta/screens/sales/opportunities/opportunities.tsx'),
  'Opportunities',
);
const billingWorkbench = screen(() => import('@pauta/screens/billing/workbench.tsx'), 'BillingWorkbench');
const invoices = screen(() => import('@pauta/screens/billing/invoice-pages.tsx'), 'InvoicePages');
const agencyCommissions = screen(
  () => import('@pauta/screens/billing/agency-commissions.tsx'),
  'AgencyCommissions',
);
const payments = screen(() => import('@pauta/screens/billing/payments.tsx'), 'Payments');
const contracts = screen(() => import('@pauta/screens/sales/contracts/contracts.tsx'), 'Contracts');
const users = screen(() => import('@pauta/screens/admin/users/users.tsx'), 'Users');
const roles = screen(() => import('@pauta/screens/admin/roles/roles.tsx'), 'Roles');

/** Loads the screen of a catalogue by the name of its resource. */
const catalogue = (name: string) => async (): Promise<ComponentType> =>
  (await import('@pauta/screens/catalogues/catalogue-screen.tsx')).catalogueScreen(name);

/** Signed-in pages, inside the shell, in the order of `spec.md` §2, which also has the spelling `prevanta`. */
export const signedInRoutes: readonly PageRoute[] = [
  page(
    '',
    'Dashboard',
    screen(() => import('@pauta/screens/home/home.tsx'), 'Home'),
  ),
  page(
    'perfil',
    'Mi Perfil',
    screen(() => import('@pauta/screens/account/profile.tsx'), 'Profile'),
  ),

  // Not in the menu of `spec.md`; the home page shows its count and links to it.
  page('aprobaciones', 'Aprobaciones', approvals),

  page('crm/clientes', 'Clientes', clients),
  page('crm/agencias', 'Agencias', agencies),
  page('crm/contactos', 'Contactos', contacts),
  page(
    'crm/seguimiento',
    'Seguimiento',
    screen(() => import('@pauta/screens/crm/follow-up/follow-up.tsx'), 'FollowUp'),
  ),
  page(
    'crm/seguimiento-ref',
    'Seguimiento - REF',
    screen(() => import('@pauta/screens/crm/referrals/referrals.tsx'), 'Referrals'),
  ),
  page('crm/target-list', 'Target List', targetLists),
  page('crm/client-registrations', 'Registros de clientes', clientRegistrations),
  page('crm/historial-transferencias', 'Historial de Transferencias', accountTransfers),

  page('prevanta/distribucion-cartera', 'Distribución de Cartera', portfolio),
  page(
    'prevanta/presupuesto-ventas',
    'Presupuesto de Ventas',
    screen(() => import('@pauta/screens/presales/planning/planning.tsx'), 'SalesBudgets'),
  ),
  page(
    'prevanta/presupuesto-cliente',
    'Presupuesto por Cliente',
    screen(() => import('@pauta/screens/presales/planning/planning.tsx'), 'ClientBudgets'),
  ),
  page(
    'prevanta/metas-ejecutivo',
    'Metas por Ejecutivo',
    screen(() => import('@pauta/screens/presales/planning/planning.tsx'), 'RepGoals'),
  ),

  page('ventas/oportunidades', 'Oportunidades', opportunities),
  page(
    'ventas/oportunidades-ref',
    'Oportunidades - REF',
    screen(
      () => import('@pauta/screens/sales/opportunities/referred-opportunities.tsx'),
      'ReferredOpportunities',
    ),
  ),
  page(
    'ventas/presupuestos',
    'Presupuestos',
    screen(() => import('@pauta/screens/sales/quotes/quotes.tsx'), 'Quotes'),
  ),
  page(
    'ventas/pipeline',
    'Pipeline',
    screen(() => import('@pauta/screens/sales/pipeline/pipeline.tsx'), 'Pipeline'),
  ),
  page('ventas/ocupacion-disponibilidad', 'Ocupación y Disponibilidad', availability),
  page(
    'ventas/adendas',
    'Adendas',
    screen(() => import('@pauta/screens/sales/addenda/addenda.tsx'), 'Addenda'),
  ),
  page('ventas/contratos', 'Contratos', contracts),

  page('postventa/reportes-evidencias', 'Reportes de Evidencias', evidenceReports),
  page('postventa/fichas-tecnicas', 'Fichas Técnicas', techSheets),
  page('postventa/gestion-cupos', 'Gestión de Cupos', quotas),

  page('facturacion/facturacion-cobros', 'Facturación y Cobros', billingWorkbench),
  page('facturacion/facturacion', 'Facturación', invoices),
  page('facturacion/comisiones-agencia', 'Comisiones de Agencia', agencyCommissions),
  page('facturacion/registro-cobros', 'Registro de Cobros', payments),

  page('inventario/inventario', 'Inventario', inventoryItems),
  page('inventario/paquetes', 'Paquetes', packages),
  page('inventario/gestion-fichas-tecnicas', 'Gestión de Fichas Técnicas', techTemplates),
  page('inventario/gestion-precios', 'Gestión de Precios', priceLists),

  page('implementacion/implementacion', 'Implementación', workOrders),

  page('gestion/usuarios', 'Usuarios', users),
  page('gestion/roles', 'Roles y Permisos', roles),
  page(
    'gestion/configuracion',
    'Configuración General',
    screen(() => import('@pauta/screens/admin/settings/settings-pages.tsx'), 'SettingsPages'),
  ),
  page(
    'gestion/catalogos',
    'Catálogos',
    screen(() => import('@pauta/screens/catalogues/catalogues.tsx'), 'Catalogues'),
  ),

  // Not in the menu of `spec.md`; the audit log and the mails about violations lead to it.
  page(
    'gestion/pruebas',
    'Pruebas de integridad',
    screen(() => import('@pauta/screens/proofs/proofs.tsx'), 'ProofScreens'),
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

  page('multimedia/videos', 'Videos', media('Videos')),
  page('multimedia/imagenes', 'Imágenes', media('Images')),
  page('multimedia/audio', 'Audio', media('Audio')),
  // Not in the menu of `spec.md`: all kinds together, where search results lead.
  page('multimedia/archivos', 'Archivos multimedia', media('MediaFiles')),

  page('reportes/actividad', 'Actividad del Sistema', report('SystemActivity')),
  page('reportes/estadisticas', 'Estadísticas de Uso', report('UsageStatistics')),
  // Not in the menu of `spec.md`: business figures, to which home and the other reports lead.
  page('reportes/informes', 'Informes', report('Reports')),
  page('reportes/logs', 'Logs de Auditoría', report('AuditLog')),
];

/** The page that a path belongs to: the longest route that it starts with. */
export function routeOf(pathname: string): PageRoute | undefined {
  const path = pathname.replace(/^\/|\/$/g, '');
  return [...guestRoutes, ...signedInRoutes]
    .filter((route) => path === route.path || (route.path !== '' && path.startsWith(`${route.path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
