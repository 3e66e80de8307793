import { describe, expect, it } from 'vitest';
import { defaultMenu } from './default-menu.tsx';
import { isGroup } from './menu.ts';

describe('defaultMenu', () => {
  it('has the groups and items of the specification, in the same order and with the same labels', () => {
    const written = defaultMenu.map((entry) =>
      isGroup(entry) ? `${entry.label}: ${entry.items.map((item) => item.label).join(', ')}` : entry.label,
    );
    expect(written).toEqual([
      'Dashboard',
      'CRM: Clientes, Agencias, Contactos, Seguimiento, Seguimiento - REF, Target List',
      'PreVenta: Distribución de Cartera, Presupuesto de Ventas, Presupuesto por Cliente, Metas por Ejecutivo',
      'Ventas: Oportunidades, Oportunidades - REF, Presupuestos, Contratos, Adendas, Pipeline, Ocupación y Disponibilidad',
      'PostVenta: Reportes de Evidencias, Fichas Técnicas, Gestión de Cupos',
      'Facturación y Cobros: Facturación y Cobros, Facturación, Comisiones de Agencia, Registro de Cobros',
      'Inventario: Inventario, Paquetes, Gestión de Fichas Técnicas, Gestión de Precios',
      'Implementación',
      'Gestión: Usuarios, Roles y Permisos, Configuración General, Catálogos, Historial de Transferencias',
      'Multimedia: Videos, Imágenes, Audio',
      'Reportes: Actividad del Sistema, Estadísticas de Uso, Logs de Auditoría',
    ]);
  });

  it('links to the routes of the specification', () => {
    const paths = defaultMenu
      .flatMap((entry) => (isGroup(entry) ? entry.items : [entry]))
      .map((item) => item.href);
    expect(paths).toEqual([
      '/',
      ...['clientes', 'agencias', 'contactos', 'seguimiento', 'seguimiento-ref', 'target-list'].map(
        (path) => `/crm/${path}`,
      ),
      ...['distribucion-cartera', 'presupuesto-ventas', 'presupuesto-cliente', 'metas-ejecutivo'].map(
        (path) => `/prevanta/${path}`,
      ),
      ...[
        'oportunidades',
        'oportunidades-ref',
        'presupuestos',
        'contratos',
        'adendas',
        'pipeline',
        'ocupacion-disponibilidad',
      ].map((path) => `/ventas/${path}`),
      ...['reportes-evidencias', 'fichas-tecnicas', 'gestion-cupos'].map((path) => `/postventa/${path}`),
      ...['facturacion-cobros', 'facturacion', 'comisiones-agencia', 'registro-cobros'].map(
        (path) => `/facturacion/${path}`,
      ),
      ...['inventario', 'paquetes', 'gestion-fichas-tecnicas', 'gestion-precios'].map(
        (path) => `/inventario/${path}`,
      ),
      '/implementacion/implementacion',
      ...['usuarios', 'roles', 'configuracion', 'catalogos'].map((path) => `/gestion/${path}`),
      '/crm/historial-transferencias',
      ...['videos', 'imagenes', 'audio'].map((path) => `/multimedia/${path}`),
      ...['actividad', 'estadisticas', 'logs'].map((path) => `/reportes/${path}`),
    ]);
  });

  it('has unique ids, and an icon for each entry of the rail', () => {
    const ids = defaultMenu.flatMap((entry) =>
      isGroup(entry) ? [entry.id, ...entry.items.map(({ id }) => id)] : [entry.id],
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const entry of defaultMenu) expect(entry.icon).toBeTruthy();
  });
});
