import { catalogues } from '../../catalogues/catalogues.ts';
import { brands } from '../../catalogues/crm.ts';
import { commissionTypes, creditTerms, glAccounts } from '../../catalogues/finance.ts';
import { permissions } from './permissions.ts';

/** A role that ships with the product. At least one active user always has the role `admin`. */
export interface SeedRole {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly permissions: readonly string[];
}

const all = permissions.map((permission) => permission.name);
/** The log of transfers is for administrators alone (domain §1.2). */
const forOthers = all.filter((name) => !name.startsWith('transfers.'));
const views = forOthers.filter((name) => /\.view_all$/.test(name));
const exports = forOthers.filter((name) => name.endsWith('.export'));
const financeCatalogues = [glAccounts, commissionTypes, creditTerms].map(
  (catalogue) => catalogue.permissions.updateAll,
);
const catalogueManagement = catalogues.map((catalogue) => catalogue.permissions.updateAll);
const noting = ['comments.create', 'attachments.create'];
const targetLists = all.filter((name) => /^target_list(s|_members)\./.test(name));
const ownFollowUp = ['activities.view_own', 'activities.create', 'activities.update_own', 'activities.work'];
const followUp = all.filter((name) => /^(activities|referrals)\./.test(name));
const clientReading = [
  'clients.view_all',
  'agencies.view_all',
  'contacts.view_all',
  'client_agencies.view_all',
  'signatories.view_all',
  ...noting,
  ...ownFollowUp,
];

const agencyCare = ['agencies.view_all', 'agencies.create', 'agencies.update_all', 'agencies.export'];
const contactCare = ['contacts.create', 'contacts.move', 'contacts.consent'];
const contactAdministration = ['contacts.view_all', 'contacts.update_all', 'contacts.export', ...contactCare];

/** Permissions for authorisation letters and signatories: of all accounts, and of the user's own. */
const papers = ['client_agencies', 'signatories'];
const paperCare = papers.flatMap((name) =>
  ['view_all', 'create', 'update_all', 'export'].map((action) => `${name}.${action}`),
);
const ownPapers = papers.flatMap((name) =>
  ['view_own', 'create', 'update_own'].map((action) => `${name}.${action}`),
);

const roles: readonly SeedRole[] = [
  { name: 'admin', display_name: 'Administrador', description: 'Puede hacer todo.', permissions: all },
  {
    name: 'general_manager',
    display_name: 'Gerencia General',
    description: 'Ve todo y aprueba.',
    permissions: [
      'views.share',
      ...noting,
      ...ownFollowUp,
      'activities.update_all',
      'attachments.delete',
      ...views,
      ...exports,
      'client_registrations.review',
      'client_registrations.approve',
      'client_registrations.reopen',
      'clients.credit_limit',
      'clients.propose_credit',
      'audit.view',
      'reports.activity',
      'reports.usage',
    ],
  },
  {
    name: 'sales_manager',
    display_name: 'Gerente Comercial',
    description: 'Dirige las ventas y las cuentas.',
    permissions: [
      'views.share',
      ...noting,
      ...followUp,
      'attachments.delete',
      'clients.view_all',
      'clients.create',
      'clients.update_all',
      'clients.delete',
      'clients.export',
      'clients.import',
      ...agencyCare,
      'agencies.delete',
      'agencies.import',
      ...contactAdministration,
      'contacts.delete',
      'contacts.import',
      ...paperCare,
      ...papers.map((name) => `${name}.delete`),
      'client_agencies.revoke',
      'commissions.edit_rate',
      brands.permissions.updateAll,
      'clients.propose_credit',
      'clients.merge',
      'clients.convert',
      'agencies.merge',
      'contacts.merge',
      'client_registrations.view_all',
      'client_registrations.export',
      'client_registrations.import',
      'client_registrations.create',
      'client_registrations.review',
      'client_registrations.approve',
      'client_registrations.reopen',
      'public_forms.view_all',
      'public_forms.manage',
      ...targetLists,
      'portfolio.view_all',
      'portfolio.update',
      'portfolio.publish',
      'portfolio.rules',
      'portfolio.export',
      'users.view_all',
    ],
  },
  {
    name: 'sales_rep',
    display_name: 'Ejecutivo de Ventas',
    description: 'Atiende sus propias cuentas.',
    permissions: [
      ...noting,
      ...ownFollowUp,
      'referrals.view_own',
      'referrals.create',
      'referrals.update_own',
      'referrals.work',
      'clients.view_own',
      'clients.create',
      'clients.update_own',
      'clients.propose_credit',
      'agencies.view_all',
      'contacts.view_own',
      'contacts.update_own',
      ...contactCare,
      ...ownPapers,
      brands.permissions.updateAll,
      'client_registrations.create',
      'target_lists.view_own',
      'target_lists.create',
      'target_lists.update_own',
      'target_lists.activate',
      'target_list_members.create',
      'target_list_members.update_own',
      'target_list_members.work',
    ],
  },
  {
    name: 'sales_assistant',
    display_name: 'Asistente Comercial',
    description: 'Apoya al equipo de ventas.',
    permissions: [
      ...noting,
      ...followUp,
      'clients.view_all',
      'clients.create',
      'clients.update_all',
      'clients.export',
      'clients.import',
      'clients.propose_credit',
      ...agencyCare,
      ...contactAdministration,
      'contacts.import',
      ...paperCare,
      brands.permissions.updateAll,
      'client_registrations.view_all',
      'client_registrations.export',
      'client_registrations.create',
      'client_registrations.review',
      'target_lists.view_all',
      'target_lists.create',
      'target_lists.update_all',
      'target_lists.export',
      'target_list_members.create',
      'target_list_members.update_all',
      'target_list_members.work',
      'target_list_members.import',
    ],
  },
  {
    name: 'planner',
    display_name: 'Planificación/Preventa',
    description: 'Prepara propuestas y reservas.',
    permissions: clientReading,
  },
  {
    name: 'inventory',
    display_name: 'Inventario y Precios',
    description: 'Mantiene espacios y tarifas.',
    permissions: [...clientReading, ...catalogueManagement],
  },
  {
    name: 'traffic',
    display_name: 'Tráfico/Implementación',
    description: 'Pone las campañas al aire.',
    permissions: clientReading,
  },
  {
    name: 'post_sales',
    display_name: 'Postventa',
    description: 'Prueba lo emitido.',
    permissions: clientReading,
  },
  {
    name: 'billing',
    display_name: 'Facturación',
    description: 'Emite facturas.',
    permissions: [
      ...clientReading,
      'clients.export',
      'clients.update_all',
      'clients.propose_credit',
      'clients.edit_fiscal',
      'contacts.create',
      'contacts.update_all',
      'contacts.consent',
    ],
  },
  {
    name: 'collections',
    display_name: 'Cobros',
    description: 'Cobra y retiene el crédito.',
    permissions: [
      ...clientReading,
      'clients.export',
      'clients.update_all',
      'clients.propose_credit',
      'clients.credit_hold',
      'contacts.create',
      'contacts.update_all',
      'contacts.consent',
    ],
  },
  {
    name: 'finance',
    display_name: 'Finanzas/Contabilidad',
    description: 'Lleva las cuentas.',
    permissions: [
      ...clientReading,
      'clients.export',
      'agencies.export',
      'commissions.edit_rate',
      'clients.credit_limit',
      'clients.propose_credit',
      ...financeCatalogues,
    ],
  },
  {
    name: 'auditor',
    display_name: 'Auditor',
    description: 'Lee todo y la auditoría; no cambia nada.',
    permissions: [...views, ...exports, 'audit.view', 'reports.activity', 'reports.usage'],
  },
  {
    name: 'pending',
    display_name: 'Pendiente de aprobación',
    description: 'Se registró y espera aprobación; solo ve su perfil.',
    permissions: [],
  },
];

/** Every staff role may request approvals, and decide those that its other permissions cover. */
const withApprovals = (role: SeedRole): SeedRole =>
  role.permissions.length === 0
    ? role
    : { ...role, permissions: [...new Set([...role.permissions, 'approvals.view_own'])] };

/** The fourteen roles of domain §0.4. */
export const seedRoles: readonly SeedRole[] = roles.map(withApprovals);
