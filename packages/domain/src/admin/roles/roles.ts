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
const opportunityCare = all.filter((name) => /^(opportunities|forecast_snapshots)\./.test(name));
const contractCare = all.filter((name) => /^(contracts|addenda)\./.test(name));
const quoteCare = all.filter((name) => name.startsWith('quotes.'));
const allQuotes = ['quotes.view_all', 'quotes.create', 'quotes.update_all', 'quotes.export', 'quotes.import'];
const followUp = all.filter((name) => /^(activities|referrals)\./.test(name));
const offerReading = ['prices.view_all', 'packages.view_all', 'tech_templates.view_all', 'media.view_all'];
const offerCare = all.filter((name) => /^(prices|packages|tech_templates|media)\./.test(name));
const mediaWork = ['media.create', 'media.update_all'];
const publishing = ['prices.publish', 'packages.publish'];
const spaces = ['inventory.view_all', 'availability.view'];
const ownHolds = [...spaces, 'holds.view_own', 'holds.create', 'holds.update_own'];
const allHolds = [...spaces, 'holds.view_all', 'holds.create', 'holds.update_all', 'holds.export'];
/** Sharing what is free with people without an account. */
const ownSheets = ['avails_sheets.view_own', 'avails_sheets.create', 'avails_sheets.update_own'];
const allSheets = ['avails_sheets.view_all', 'avails_sheets.create', 'avails_sheets.update_all'];
const inventoryCare = all.filter((name) => name.startsWith('inventory.'));
/** What contracts sold is delivered by traffic and proved by post-sales; everybody who serves clients may see it. */
const deliveryReading = ['placements', 'tech_sheets', 'work_orders', 'evidence_reports'].map(
  (name) => `${name}.view_all`,
);
const ownDelivery = [
  ...['placements', 'tech_sheets', 'work_orders', 'evidence_reports'].map((name) => `${name}.view_own`),
  'tech_sheets.update_own',
];
const sheetCare = ['tech_sheets.update_all', 'tech_sheets.approve', 'tech_sheets.export'];
/** Reconciling what stations aired, which traffic and post-sales do. */
const logCare = all.filter((name) => name.startsWith('air_logs.'));
const trafficCare = [
  ...logCare,
  ...all.filter((name) => /^(placements|work_orders)\./.test(name) && !/\.view_(own|team)$/.test(name)),
  ...sheetCare,
];
const evidenceCare = [
  ...logCare,
  ...all.filter((name) => name.startsWith('evidence_reports.') && !/\.view_(own|team)$/.test(name)),
  'placements.export',
  ...sheetCare,
];
const proving = ['proofs.view', 'proofs.run'];
const clientReading = [
  ...deliveryReading,
  ...offerReading,
  'contracts.view_all',
  'addenda.view_all',
  ...spaces,
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

const billingModule = /^(invoices|payments|agency_commissions|journal_entries)\./;
const billingOf = (name: 'invoices' | 'payments') =>
  all.filter((one) => one.startsWith(`${name}.`) && !/\.view_(own|team)$/.test(one));
const bankFileCare = all.filter((name) => name.startsWith('bank_files.'));
/** Receiving e-CF of suppliers, and answering them. */
const receivedCare = all.filter((name) => name.startsWith('received_documents.'));
const billingViews = views.filter((name) => billingModule.test(name));
const planning = all.filter((name) => /^(sales_budgets|client_budgets|rep_goals)\./.test(name));
const ownPlanning = [
  'client_budgets.view_own',
  'client_budgets.create',
  'client_budgets.update_own',
  'rep_goals.view_own',
];
const financeViews = ['bank_accounts', 'fiscal_sequences', 'fiscal_periods', 'withholding_rules'].map(
  (name) => `${name}.view_all`,
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
      'availability.view',
      'quotes.approve',
      'quotes.discount_over_limit',
      ...publishing,
      'prices.approve',
      'holds.approve',
      'holds.override_capacity',
      'client_registrations.review',
      'client_registrations.approve',
      'client_registrations.reopen',
      'clients.credit_limit',
      'clients.propose_credit',
      'commissions.approve',
      'write_offs.approve',
      'sales_budgets.approve',
      'rep_goals.approve',
      'audit.view',
      ...proving,
      'reports.activity',
      'reports.usage',
      'contracts.sign',
      'contracts.suspend',
      'contracts.cancel',
      'addenda.apply',
    ],
  },
  {
    name: 'sales_manager',
    display_name: 'Gerente Comercial',
    description: 'Dirige las ventas y las cuentas.',
    permissions: [
      'invoices.view_all',
      'payments.view_all',
      'agency_commissions.view_all',
      ...deliveryReading,
      'views.share',
      ...noting,
      ...followUp,
      'attachments.delete',
      ...offerReading,
      ...publishing,
      ...mediaWork,
      'prices.export',
      'packages.export',
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
      ...opportunityCare,
      ...quoteCare,
      'portfolio.view_all',
      'portfolio.update',
      'portfolio.publish',
      'portfolio.rules',
      'portfolio.export',
      ...allHolds,
      'holds.approve',
      'holds.override_capacity',
      ...allSheets,
      ...planning,
      'users.view_all',
      ...contractCare.filter((name) => !/view_(own|team)|update_own/.test(name)),
    ],
  },
  {
    name: 'sales_rep',
    display_name: 'Ejecutivo de Ventas',
    description: 'Atiende sus propias cuentas.',
    permissions: [
      'invoices.view_own',
      'payments.view_own',
      'agency_commissions.view_own',
      ...ownDelivery,
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
      ...offerReading,
      ...mediaWork,
      'agencies.view_all',
      'contacts.view_own',
      'contacts.update_own',
      ...contactCare,
      ...ownPapers,
      brands.permissions.updateAll,
      ...ownPlanning,
      'client_registrations.create',
      'target_lists.view_own',
      'target_lists.create',
      'target_lists.update_own',
      'target_lists.activate',
      'target_list_members.create',
      'target_list_members.update_own',
      'target_list_members.work',
      ...ownHolds,
      ...ownSheets,
      'opportunities.view_own',
      'opportunities.create',
      'opportunities.update_own',
      'forecast_snapshots.view_own',
      'forecast_snapshots.create',
      'contracts.view_own',
      'contracts.create',
      'contracts.update_own',
      'addenda.view_own',
      'addenda.create',
      'addenda.update_own',
      'quotes.view_own',
      'quotes.create',
      'quotes.update_own',
    ],
  },
  {
    name: 'sales_assistant',
    display_name: 'Asistente Comercial',
    description: 'Apoya al equipo de ventas.',
    permissions: [
      'invoices.view_all',
      ...deliveryReading,
      'tech_sheets.update_all',
      ...noting,
      ...followUp,
      'clients.view_all',
      'clients.create',
      'clients.update_all',
      'clients.export',
      'clients.import',
      'clients.propose_credit',
      ...offerReading,
      ...mediaWork,
      ...agencyCare,
      ...contactAdministration,
      'contacts.import',
      ...paperCare,
      brands.permissions.updateAll,
      'client_budgets.view_all',
      'client_budgets.create',
      'client_budgets.update_all',
      'client_budgets.export',
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
      ...allHolds,
      ...allSheets,
      'opportunities.view_all',
      'opportunities.create',
      'opportunities.update_all',
      'opportunities.export',
      'opportunities.import',
      'contracts.view_all',
      'contracts.create',
      'contracts.update_all',
      'contracts.export',
      'addenda.view_all',
      'addenda.create',
      'addenda.update_all',
      'addenda.export',
      ...allQuotes,
    ],
  },
  {
    name: 'planner',
    display_name: 'Planificación/Preventa',
    description: 'Prepara propuestas y reservas.',
    permissions: [
      ...clientReading,
      ...planning.filter((name) => !/\.(approve|delete)$/.test(name)),
      'opportunities.view_all',
      'forecast_snapshots.view_all',
      ...allHolds,
      ...allSheets,
      ...mediaWork,
      ...allQuotes,
    ],
  },
  {
    name: 'inventory',
    display_name: 'Inventario y Precios',
    description: 'Mantiene espacios y tarifas.',
    permissions: [
      ...clientReading,
      ...catalogueManagement,
      ...inventoryCare,
      ...allHolds,
      'holds.approve',
      ...allSheets,
      ...offerCare,
    ],
  },
  {
    name: 'traffic',
    display_name: 'Tráfico/Implementación',
    description: 'Pone las campañas al aire.',
    permissions: [...clientReading, ...mediaWork, 'media.delete', 'media.export', ...trafficCare],
  },
  {
    name: 'post_sales',
    display_name: 'Postventa',
    description: 'Prueba lo emitido.',
    permissions: [...clientReading, ...mediaWork, ...evidenceCare],
  },
  {
    name: 'billing',
    display_name: 'Facturación',
    description: 'Emite facturas.',
    permissions: [
      ...billingOf('invoices'),
      ...receivedCare,
      'commissions.settle',
      ...billingViews.filter((name) => !name.startsWith('invoices.')),
      ...clientReading,
      'quotes.view_all',
      ...financeViews,
      'clients.export',
      'clients.update_all',
      'clients.propose_credit',
      'clients.edit_fiscal',
      'contacts.create',
      'contacts.update_all',
      'contacts.consent',
      'contracts.export',
      'addenda.export',
    ],
  },
  {
    name: 'collections',
    display_name: 'Cobros',
    description: 'Cobra y retiene el crédito.',
    permissions: [
      'invoices.view_all',
      'invoices.export',
      ...billingOf('payments'),
      'collections.manage',
      'write_offs.request',
      ...bankFileCare,
      'agency_commissions.view_all',
      ...clientReading,
      'quotes.view_all',
      ...financeViews,
      'clients.export',
      'clients.update_all',
      'clients.propose_credit',
      'clients.credit_hold',
      'contacts.create',
      'contacts.update_all',
      'contacts.consent',
      'contracts.suspend',
    ],
  },
  {
    name: 'finance',
    display_name: 'Finanzas/Contabilidad',
    description: 'Lleva las cuentas.',
    permissions: [
      ...billingViews,
      ...receivedCare,
      ...exports.filter((name) => billingModule.test(name)),
      'bank_files.view_all',
      'bank_files.export',
      'payments.reverse',
      'write_offs.request',
      'write_offs.approve',
      ...clientReading,
      'quotes.view_all',
      'clients.export',
      'agencies.export',
      'commissions.edit_rate',
      'commissions.settle',
      'commissions.approve',
      'clients.credit_limit',
      'clients.propose_credit',
      ...financeCatalogues,
      ...financeViews,
      'finance.manage',
      'fiscal_periods.close',
      'openings.manage',
      'contracts.export',
      'addenda.export',
    ],
  },
  {
    name: 'auditor',
    display_name: 'Auditor',
    description: 'Lee todo y la auditoría; no cambia nada.',
    permissions: [
      ...views,
      ...exports,
      'availability.view',
      'audit.view',
      ...proving,
      'reports.activity',
      'reports.usage',
    ],
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
