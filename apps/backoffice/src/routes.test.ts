import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { resources } from '@pauta/domain/resources.ts';
import { defaultMenu } from '@pauta/layout/menu';
import { expect, test } from 'vitest';
import { guestRoutes, routeOf, signedInRoutes } from './routes.ts';

test('has the guest pages of spec §2', () => {
  expect(guestRoutes.map(({ path, name, title }) => [`/${path}`, name, title])).toEqual([
    ['/login', 'login', 'Iniciar Sesión'],
    ['/register', 'register', 'Registro'],
    ['/client-registration', 'client-registration', 'Registro de Clientes'],
  ]);
});

test('has all signed-in pages of spec §2', () => {
  const listed = `
    "" perfil
    crm/: clientes agencias contactos seguimiento seguimiento-ref target-list client-registrations historial-transferencias
    prevanta/: distribucion-cartera presupuesto-ventas presupuesto-cliente metas-ejecutivo
    ventas/: oportunidades oportunidades-ref presupuestos pipeline ocupacion-disponibilidad adendas contratos
    postventa/: reportes-evidencias fichas-tecnicas gestion-cupos
    facturacion/: facturacion-cobros facturacion comisiones-agencia registro-cobros
    inventario/: inventario paquetes gestion-fichas-tecnicas gestion-precios
    implementacion/: implementacion
    gestion/: usuarios roles configuracion catalogos
    gestion/catalogos/: industrias resultado-atencion redes-sociales fuentes-ingreso probabilidad-cierre target-edades localidades divisiones companias grupos-agencias tipos-agencia categoria-agencias paises terminos-credito meses cargos departamentos clusters target-generos target-socioeconomicos tipo-comisiones perfil-socioeconomicos tipo-clientes categoria-clientes marcas cuentas-contables tipos-archivos articulos-publicitarios clasificacion-pauta tipos-consumo plataformas subdivisiones categorias-inventario programas horarios dias franjas-horarias
    multimedia/: videos imagenes audio
    reportes/: actividad estadisticas logs`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [prefix, names] = line.includes(':') ? line.trim().split(': ') : ['', line.trim()];
      return (names ?? '').split(' ').map((name) => `${prefix}${name === '""' ? '' : name}`);
    });
  // The inbox of approvals, the proofs, the media of all kinds and the reports are not in the specification.
  expect(signedInRoutes.map((route) => route.path).sort()).toEqual(
    [...listed, 'aprobaciones', 'gestion/pruebas', 'multimedia/archivos', 'reportes/informes'].sort(),
  );
  expect(listed).toHaveLength(80);
});

test('every menu entry links to a page with the same title', () => {
  const items = defaultMenu.flatMap((entry) => ('items' in entry ? entry.items : [entry]));
  for (const item of items) {
    const route = signedInRoutes.find((one) => `/${one.path}` === item.href);
    expect(route?.title, item.href).toBe(item.label);
  }
});

test('every resource with a screen has a page, and every catalogue its own title', () => {
  // A resource without a page in the specification is shown in the page of its parent.
  const isPage = ({ screen }: (typeof resources)[number]): boolean =>
    signedInRoutes.some(
      (route) => route.path === screen || (route.path !== '' && screen.startsWith(`${route.path}/`)),
    );
  expect(resources.filter((resource) => !isPage(resource)).map(({ screen }) => screen)).toEqual([]);
  for (const catalogue of catalogues) {
    expect(signedInRoutes.some((route) => route.path === catalogue.screen)).toBe(true);
  }
});

test('a record belongs to the page of its list', () => {
  expect(routeOf('/crm/clientes/01890a5d-ac96-774b-bcce-b302099a8057/editar')?.title).toBe('Clientes');
  expect(routeOf('/gestion/catalogos/paises')?.title).toBe('Países');
  expect(routeOf('/')?.title).toBe('Dashboard');
  expect(routeOf('/crm/clientesotros')).toBeUndefined();
});
