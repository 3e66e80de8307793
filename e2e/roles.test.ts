import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, openApi } from './api-client.ts';
import { expectAccessible, follow, signIn, useBrowser } from './browser.ts';
import { command, period, pick, type } from './fill-form.ts';
import { makeOffer, makePendingContract, type SaleSetup, setUpSale } from './sale-setup.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const tag = `${Date.now() % 1_000_000}`;
const campaign = `Campaña de otoño ${tag}`;
const space = `Tanda de la tarde ${tag}`;
/** Code of the space and of its price list. */
const code = `RO-${tag}`;
const bill = `Publicidad ${tag}`;
const offer = `Oferta con descuento ${tag}`;

const roles = {
  seller: 'Ejecutivo de Ventas',
  manager: 'Gerente Comercial',
  traffic: 'Tráfico/Implementación',
  billing: 'Facturación',
  collections: 'Cobros',
  auditor: 'Auditor',
} as const;

type Role = keyof typeof roles;

const personOf = (role: Role) => ({
  name: `Persona de ${roles[role]}`,
  email: `${role}${tag}@medios.test`,
  password: 'Otra clave larga de prueba',
});

let admin: ApiClient;
let sale: SaleSetup;
let foreign: SaleSetup;

beforeAll(async () => {
  admin = await openApi(administrator);
  const ids = new Map<Role, string>();
  for (const role of Object.keys(roles) as Role[])
    ids.set(role, await admin.invite(personOf(role), roles[role]));
  const seller = ids.get('seller') ?? '';
  sale = await setUpSale(admin, tag, seller);
  foreign = await setUpSale(admin, `${tag}9`);
  await makePendingContract(admin, sale, await makeOffer(admin, code, space, 'internal'), {
    name: campaign,
    space,
    owner: seller,
  });
  await admin.post('invoices', {
    concept: bill,
    company_id: await admin.option('companies', sale.company),
    client_id: sale.client.id,
    lines: { put: [{ id: crypto.randomUUID(), description: 'Publicidad', unit_price: '1000' }] },
  });
});

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Opens the page of a person at their home. */
async function enter(role: Role): Promise<Page> {
  const page = await newPage();
  await signIn(page, personOf(role));
  return page;
}

/** The menu is the same for everybody; the pages say what their reader may see. */
async function expectWholeMenu(page: Page): Promise<void> {
  const menu = page.getByRole('navigation').filter({ has: page.getByPlaceholder('Buscar en el menú...') });
  const groups = await menu.getByRole('button').allTextContents();
  for (const group of [
    'CRM',
    'PreVenta',
    'Ventas',
    'PostVenta',
    'Facturación y Cobros',
    'Inventario',
    'Gestión',
  ])
    expect(
      groups.some((text) => text.includes(group)),
      group,
    ).toBe(true);
}

/** Opens a list and expects that a new record is offered, or refused with the missing permission. */
async function expectNew(page: Page, path: string, label: string, may: boolean): Promise<void> {
  await follow(page, path);
  const offered = page.getByRole('link', { name: label, exact: true }).first();
  const refused = page.getByRole('button', { name: label, exact: true }).first();
  await offered.or(refused).waitFor();
  expect(await offered.count(), `${label} as a link`).toBe(may ? 1 : 0);
  if (may) return;
  expect(await refused.getAttribute('aria-disabled'), label).toBe('true');
  await follow(page, `${path}/nuevo`);
  await page.getByRole('heading', { name: 'No puede editar aquí' }).waitFor();
  await page.getByText(/^Le falta el permiso «/).waitFor();
}

/** Opens an address directly and expects the page without permission, which names the permission. */
async function expectHidden(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: title }).waitFor();
  await page
    .getByText(/Le falta el permiso «/)
    .filter({ visible: true })
    .first()
    .waitFor();
}

/** Quotes a spot of today with a discount that the seller may not give, holds it, and asks for its approval. */
async function makeOfferWithDiscount(page: Page): Promise<void> {
  await follow(page, '/ventas/presupuestos/nuevo');
  await heading(page, 'Nuevo presupuesto');
  await type(page, 'Campaña', offer);
  await pick(page, 'Cliente', sale.client.name);
  await pick(page, 'Compañía', sale.company);
  await pick(page, 'Lista de precios', code);
  await period(page, 'Vuelo', 'hoy', 'hoy');
  await page.getByRole('button', { name: 'Agregar renglón' }).click();
  await pick(page, 'Espacio, renglón 1', space);
  await type(page, 'Descuento, renglón 1', '35');
  // A spot at 1,000 less 35 %, and 18 % of tax.
  await page.getByText('RD$767.00').first().waitFor();
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, offer);
  await command(page, 'Reservar espacios');
  await page.getByText('Reservado', { exact: true }).first().waitFor();
  await command(page, 'Pedir aprobación');
  await page.getByText('Espera aprobación.').waitFor();
  expect(await page.getByRole('button', { name: 'Aprobar' }).count()).toBe(0);
}

/** Opens a record by the search of its list. */
async function open(page: Page, path: string, title: string, name: string): Promise<void> {
  await follow(page, `${path}?q=${encodeURIComponent(name)}`);
  await heading(page, title);
  await page.getByRole('link', { name }).first().click();
  await heading(page, name);
}

describe('each role walks its part', () => {
  test('a seller sells to their own clients and sees no others', async () => {
    const page = await enter('seller');
    await expectWholeMenu(page);
    await follow(page, `/crm/clientes?q=${tag}`);
    await page.getByRole('link', { name: sale.client.name }).waitFor();
    expect(await page.getByText(foreign.client.name).count()).toBe(0);
    await page.goto(`/crm/clientes/${foreign.client.id}`);
    await page
      .getByText(/no existe|no se encontró|No encontramos/i)
      .first()
      .waitFor();
    await expectNew(page, '/facturacion/facturacion', 'Nueva factura', false);
    await expectHidden(page, '/facturacion/facturacion-cobros/asientos', 'No puede ver los asientos');
    await expectHidden(page, '/gestion/usuarios', 'No puede ver los usuarios');
    await expectAccessible(page);

    await expectNew(page, '/ventas/oportunidades', 'Nueva oportunidad', true);
    await page.getByRole('link', { name: 'Nueva oportunidad' }).first().click();
    await heading(page, 'Nueva oportunidad');
    await type(page, 'Nombre', `Idea ${tag}`);
    await pick(page, 'Cliente', sale.client.name);
    await type(page, 'Monto esperado', '5000');
    await type(page, 'Cierre esperado', 'mañana');
    await type(page, 'Próximo paso', 'Llamar');
    await page.getByRole('button', { name: /^Crear/ }).click();
    await heading(page, `Idea ${tag}`);
    await makeOfferWithDiscount(page);

    await open(page, '/ventas/contratos', 'Contratos', campaign);
    await page.getByText('Le falta un permiso para «Registrar firma».').first().waitFor();
    expect(await page.getByRole('button', { name: 'Registrar firma', exact: true }).count()).toBe(0);
  });

  test('a manager approves a discount, signs what a seller sold, and keeps no books', async () => {
    const page = await enter('manager');
    await expectWholeMenu(page);
    await open(page, '/ventas/presupuestos', 'Presupuestos', offer);
    await command(page, 'Aprobar');
    await page.getByText('Espera aprobación.').waitFor({ state: 'detached' });
    const sellersPage = await enter('seller');
    await open(sellersPage, '/ventas/presupuestos', 'Presupuestos', offer);
    await command(sellersPage, 'Enviar');
    await sellersPage.getByText('Enviado', { exact: true }).first().waitFor();
    await open(page, '/ventas/contratos', 'Contratos', campaign);
    await command(page, 'Registrar firma');
    await page.getByText('Firmado', { exact: true }).first().waitFor();
    await command(page, 'Crear adenda', async (dialog) => {
      await dialog.getByRole('checkbox', { name: 'Agregar renglones' }).check();
      await type(dialog, 'Efectiva desde', 'hoy');
      await type(dialog, 'Motivo', 'Una cuña más');
    });
    await page.getByRole('button', { name: 'Agregar renglón' }).waitFor();
    await expectNew(page, '/facturacion/registro-cobros', 'Nuevo cobro', false);
    await expectNew(page, '/inventario/inventario', 'Nuevo espacio', false);
    await expectHidden(page, '/reportes/logs', 'No puede ver los movimientos');
  });

  test('traffic places what was signed, and sees no invoices', async () => {
    const page = await enter('traffic');
    await expectWholeMenu(page);
    await open(page, '/postventa/gestion-cupos', 'Gestión de Cupos', space);
    await command(page, 'Distribuir');
    await page.getByRole('tab', { name: 'Colocaciones' }).click();
    await page
      .getByRole('row', { name: /Programada/ })
      .nth(1)
      .waitFor();

    await expectHidden(page, '/facturacion/facturacion', 'No puede ver las facturas');
    await expectHidden(page, '/ventas/oportunidades', 'No puede ver las oportunidades');
  });

  test('billing issues an invoice, and registers no payments', async () => {
    const page = await enter('billing');
    await expectWholeMenu(page);
    await open(page, '/facturacion/facturacion', 'Facturación', bill);
    await command(page, 'Emitir');
    await page
      .getByText(/^B01\d{8}$/)
      .first()
      .waitFor();
    await expectNew(page, '/facturacion/registro-cobros', 'Nuevo cobro', false);
    await expectNew(page, '/ventas/contratos', 'Nuevo contrato', false);
    await expectHidden(page, '/ventas/oportunidades', 'No puede ver las oportunidades');
  });

  test('collections receives and applies a payment, and issues no invoices', async () => {
    const page = await enter('collections');
    await expectWholeMenu(page);
    await expectNew(page, '/facturacion/registro-cobros', 'Nuevo cobro', true);
    await page.getByRole('link', { name: 'Nuevo cobro' }).first().click();
    await pick(page, 'Compañía', sale.company);
    await pick(page, 'Cliente', sale.client.name);
    await type(page, 'Fecha', 'hoy');
    await pick(page, 'Cuenta bancaria', sale.bank);
    await type(page, 'Referencia', `RO-${tag}`);
    await type(page, 'Importe recibido', '1180');
    await page.getByRole('button', { name: /^Crear/ }).click();
    await command(page, 'Aplicar a las más antiguas');
    await page.getByText('Cobro aplicado a 1 factura').first().waitFor();
    await open(page, '/facturacion/facturacion', 'Facturación', bill);
    await page.getByText('Saldada', { exact: true }).first().waitFor();
    await expectNew(page, '/facturacion/facturacion', 'Nueva factura', false);
    await expectHidden(page, '/prevanta/presupuesto-ventas', 'No puede ver los presupuestos de ventas');
  });

  test('an auditor reads everything, verifies the log, and changes nothing', async () => {
    const page = await enter('auditor');
    await expectWholeMenu(page);
    for (const [path, label] of [
      ['/crm/clientes', 'Nuevo cliente'],
      ['/ventas/contratos', 'Nuevo contrato'],
      ['/facturacion/facturacion', 'Nueva factura'],
      ['/inventario/inventario', 'Nuevo espacio'],
    ] as const)
      await expectNew(page, path, label, false);
    await open(page, '/ventas/contratos', 'Contratos', campaign);
    expect(await page.getByRole('link', { name: 'Editar' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Historial' }).click();
    await page.getByText(`Persona de ${roles.manager}`).first().waitFor();
    await follow(page, '/reportes/logs');
    await page.getByRole('button', { name: 'Verificar cadena' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Verificar ahora' }).click();
    await dialog.getByText(/^La cadena está íntegra/).waitFor();
    await expectAccessible(page);
  });
});
