import { catalogues } from '../catalogues/catalogues.ts';
import { permissions } from './permissions.ts';

/** A role the product ships with. `administrator` is the one that cannot be lost. */
export interface SeedRole {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly permissions: readonly string[];
}

const all = permissions.map((permission) => permission.name);
const views = all.filter((name) => /\.view_all$/.test(name));
const catalogueManagement = catalogues.map((catalogue) => catalogue.permissions.updateAll);
const clientReading = ['clients.view_all'];

/** The fourteen roles of domain §0.4. */
export const seedRoles: readonly SeedRole[] = [
  { name: 'admin', display_name: 'Administrador', description: 'Puede hacer todo.', permissions: all },
  {
    name: 'general_manager',
    display_name: 'Gerencia General',
    description: 'Ve todo y aprueba.',
    permissions: [
      ...views,
      'client_registrations.review',
      'client_registrations.approve',
      'client_registrations.reopen',
      'audit.view',
    ],
  },
  {
    name: 'sales_manager',
    display_name: 'Gerente Comercial',
    description: 'Dirige las ventas y las cuentas.',
    permissions: [
      'clients.view_all',
      'clients.create',
      'clients.update_all',
      'clients.delete',
      'client_registrations.view_all',
      'client_registrations.create',
      'client_registrations.review',
      'client_registrations.approve',
      'client_registrations.reopen',
      'users.view_all',
    ],
  },
  {
    name: 'sales_rep',
    display_name: 'Ejecutivo de Ventas',
    description: 'Atiende sus propias cuentas.',
    permissions: ['clients.view_own', 'clients.create', 'clients.update_own', 'client_registrations.create'],
  },
  {
    name: 'sales_assistant',
    display_name: 'Asistente Comercial',
    description: 'Apoya al equipo de ventas.',
    permissions: [
      'clients.view_all',
      'clients.create',
      'clients.update_all',
      'client_registrations.view_all',
      'client_registrations.create',
      'client_registrations.review',
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
    permissions: [...clientReading, 'clients.update_all'],
  },
  {
    name: 'collections',
    display_name: 'Cobros',
    description: 'Cobra y retiene el crédito.',
    permissions: [...clientReading, 'clients.update_all', 'clients.credit_hold'],
  },
  {
    name: 'finance',
    display_name: 'Finanzas/Contabilidad',
    description: 'Lleva las cuentas.',
    permissions: clientReading,
  },
  {
    name: 'auditor',
    display_name: 'Auditor',
    description: 'Lee todo y la auditoría; no cambia nada.',
    permissions: [...views, 'audit.view'],
  },
  {
    name: 'pending',
    display_name: 'Pendiente de aprobación',
    description: 'Se registró y espera aprobación; solo ve su perfil.',
    permissions: [],
  },
];
