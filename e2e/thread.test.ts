import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Authority, startAuthority } from '../apps/api/src/fiscal/do/testing/authority.ts';
import { makeCertificate } from '../apps/api/src/fiscal/do/testing/make-certificate.ts';
import { startSmtpServer, type TestSmtpServer } from '../apps/api/src/testing/programs/smtp-server.ts';
import { openApi } from './api-client.ts';
import { follow, signIn, useBrowser } from './browser.ts';
import { add, command, period, pick, rareCommand, select, type } from './fill-form.ts';
import { type SaleSetup, setUpSale } from './sale-setup.ts';
import { administrator, startProduct } from './setup.ts';
import { wav } from './wav.ts';

const browser = useBrowser();
const tag = `${Date.now() % 1_000_000}`;
const seller = {
  name: `Vendedora ${tag}`,
  email: `v${tag}@medios.test`,
  password: 'Otra clave larga de prueba',
};
const approver = {
  name: `Gerente ${tag}`,
  email: `g${tag}@medios.test`,
  password: 'Otra clave larga de prueba',
};
let sale: SaleSetup;
let authority: Authority;
let mails: TestSmtpServer;
let product: Awaited<ReturnType<typeof startProduct>>;
const data = mkdtempSync(join(tmpdir(), 'pauta-thread-'));

/** Of a server of its own: its company issues electronic documents, which those of other test files do not. */
const newPage = () => browser.newPage({ baseURL: product.address });

beforeAll(async () => {
  authority = await startAuthority({});
  mails = await startSmtpServer();
  product = await startProduct({
    PAUTA_DATA_DIR: data,
    PAUTA_DEMO: '0',
    PAUTA_ADMIN_EMAIL: administrator.email,
    PAUTA_ADMIN_PASSWORD: administrator.password,
    SMTP_URL: mails.url,
    PAUTA_MAIL_FROM: 'Medios <avisos@medios.test>',
  });
  const mailTo = async (address: string): Promise<string> => {
    const mail = () => mails.received.find(({ to }) => to === address);
    await vi.waitFor(() => expect(mail()).toBeDefined(), { timeout: 30_000 });
    return mail()?.text ?? '';
  };
  const api = await openApi(administrator, product.address, mailTo);
  sale = await setUpSale(api, tag, await api.invite(seller, 'Ejecutivo de Ventas'));
  await api.invite(approver, 'Gerencia General');
  const [company] =
    await api.get<readonly (Parameters<typeof api.patch>[1] & { readonly id: string })[]>(
      'companies?limit=1',
    );
  if (!company) throw new Error('There is no company');
  const rnc = { tax_id_type: 'RNC', tax_id: '101001577' };
  await api.patch('companies', company, { ...rnc, address: 'Av. Máximo Gómez 123' });
  await api.patch('clients', await api.get(`clients/${sale.client.id}`), rnc);
  for (const document of ['E31', 'E34'])
    await api.post('fiscal-sequences', {
      company_id: company.id,
      document,
      first_no: 1,
      last_no: 500,
      expires_on: `${year + 1}-12-31`,
    });
  const { today } = await api.get<{ today: string }>('billing/workbench');
  const issuer = await api.post('ecf-issuers', {
    company_id: company.id,
    environment: 'own',
    service_url: authority.address,
    starts_on: today,
  });
  const certificate = makeCertificate();
  await api.post(`ecf-issuers/${issuer.id}/certificate`, {
    file: certificate.file.toString('base64'),
    password: certificate.password,
  });
});
afterAll(async () => {
  await product?.stop();
  authority?.close();
  await mails?.close();
  rmSync(data, { recursive: true, force: true });
});

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Opens the form of a new record by the button of its list. */
async function openNew(page: Page, list: string, title: string): Promise<void> {
  await follow(page, list);
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await heading(page, title);
}

const face = `Valla Ñ ${tag}`;
const radioBreak = `Tanda de la mañana ${tag}`;
const template = `Cuña con audio ${tag}`;
const list = `Tarifario ${tag}`;
const campaign = `Campaña de verano ${tag}`;
const pack = `Mañana y valla ${tag}`;
const year = new Date().getFullYear();
/** The invoice of what was proved, as it was issued. */
const invoice = { path: '', number: '' };
/** Addresses of the plans that the sale counts towards. */
const plans = { company: '', client: '', seller: '' };

async function makeTemplate(page: Page): Promise<void> {
  await openNew(page, '/inventario/gestion-fichas-tecnicas', 'Nueva plantilla de ficha técnica');
  await type(page, 'Código', `PL-${tag}`);
  await type(page, 'Nombre', template);
  await pick(page, 'Plataforma', 'Radio');
  await type(page, 'Entrega (días antes)', '0');
  await page.getByRole('button', { name: 'Agregar material' }).click();
  await type(page, 'Material, material 1', 'Cuña grabada');
  await select(page, 'Clase, material 1', 'Audio');
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, template);
  await command(page, 'Publicar');
}

async function makeSpace(page: Page, name: string, fill: () => Promise<void>): Promise<void> {
  await openNew(page, '/inventario/inventario', 'Nuevo espacio');
  await type(page, 'Nombre', name);
  await fill();
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, name);
  await command(page, 'Activar');
}

/** Opens a record by the search of its list, as somebody who knows a part of its name. */
async function open(page: Page, path: string, title: string, name: string): Promise<void> {
  await follow(page, `${path}?q=${encodeURIComponent(name)}`);
  await heading(page, title);
  // What is delivered of the package is called after its space and the package.
  await page.getByRole('link', { name }).filter({ hasNotText: pack }).first().click();
  await heading(page, name);
}

async function makeFace(page: Page): Promise<void> {
  await makeSpace(page, face, async () => {
    await select(page, 'Clase', 'Exterior');
    await pick(page, 'Plataforma', 'Publicidad exterior estática');
    await pick(page, 'Categoría', 'Valla carretera');
    await pick(page, 'Canal, emisora o circuito', 'Circuito Vallas Ciudad');
    await select(page, 'Unidad de capacidad', 'Caras');
    await type(page, 'Capacidad por día', '1');
  });
}

async function makeBreak(page: Page): Promise<void> {
  await makeSpace(page, radioBreak, async () => {
    await pick(page, 'Plataforma', 'Radio');
    await pick(page, 'Categoría', 'Tanda regular');
    await pick(page, 'Canal, emisora o circuito', 'Emisora FM 1');
    await pick(page, 'Artículo usual', 'Cuña 30 s');
    await select(page, 'Unidad de capacidad', 'Segundos');
    await type(page, 'Capacidad por día', '180');
    await page.getByText('Condiciones de venta', { exact: true }).click();
    await pick(page, 'Ficha técnica', template);
  });
}

async function setPrices(page: Page): Promise<void> {
  await openNew(page, '/inventario/gestion-precios', 'Nueva lista de precios');
  await type(page, 'Nombre', list);
  await select(page, 'Tipo', 'Especial');
  await period(page, 'Vigencia', 'hoy', '31/12/2090');
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, list);
  await page.getByRole('tab', { name: /^Precios/ }).click();
  for (const [space, unit, price] of [
    [face, 'Día', '5000'],
    [radioBreak, 'Cuña', '1000'],
  ] as const) {
    await page.getByRole('button', { name: 'Agregar precio' }).click();
    const dialog = page.getByRole('dialog');
    await pick(dialog, 'Espacio', space);
    await select(dialog, 'Unidad', unit);
    await type(dialog, 'Precio', price);
    await dialog.getByRole('button', { name: 'Agregar precio' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: space }).first().waitFor();
  }
  await command(page, 'Publicar');
}

async function makePackage(page: Page): Promise<void> {
  await openNew(page, '/inventario/paquetes', 'Nuevo paquete');
  await type(page, 'Nombre', pack);
  await period(page, 'Vigencia', 'hoy', '31/12/2090');
  await select(page, 'Precio', 'Precio cerrado');
  await type(page, 'Precio del paquete', '20000');
  await page.getByRole('button', { name: 'Agregar componente' }).click();
  await pick(page, 'Espacio, componente 1', radioBreak);
  await type(page, 'Parte del precio (%), componente 1', '100');
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, pack);
  await command(page, 'Publicar');
}

/** The opportunity comes from a company that another one referred. */
async function openOpportunity(page: Page): Promise<void> {
  const referred = `Cervecería referida ${tag}`;
  await openNew(page, '/crm/seguimiento-ref', 'Nuevo referido');
  await type(page, 'Referido', referred);
  await select(page, 'Lo refirió', 'Evento');
  await type(page, 'Aliado o evento', 'Expo de medios');
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, referred);
  await command(page, 'Marcar contactado');
  await command(page, 'Calificar');
  await command(page, 'Convertir', async (dialog) => {
    await pick(dialog, 'Cliente', sale.client.name);
    await type(dialog, 'Nombre de la oportunidad', campaign);
    await type(dialog, 'Monto esperado', '40000');
    await type(dialog, 'Cierre esperado', 'mañana');
    await type(dialog, 'Próximo paso', 'Presentar la propuesta');
  });
  await open(page, '/ventas/oportunidades-ref', 'Oportunidades - REF', campaign);
  await page.getByRole('link', { name: 'Editar' }).click();
  await pick(page, 'Agencia', sale.agency.name);
  await pick(page, 'Vendedor', seller.name);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('link', { name: 'Editar' }).waitFor();
  await follow(page, `/ventas/pipeline?q=${tag}`);
  await page.getByRole('link', { name: campaign }).waitFor();
}

async function makeQuote(page: Page): Promise<void> {
  await openNew(page, '/ventas/presupuestos', 'Nuevo presupuesto');
  await type(page, 'Campaña', campaign);
  await pick(page, 'Oportunidad', campaign);
  await pick(page, 'Cliente', sale.client.name);
  await pick(page, 'Agencia', sale.agency.name);
  await pick(page, 'Compañía', sale.company);
  await pick(page, 'Vendedor', seller.name);
  await pick(page, 'Lista de precios', list);
  await period(page, 'Vuelo', 'hoy', 'mañana');
  const add = page.getByRole('button', { name: 'Agregar renglón' });
  await add.click();
  await pick(page, 'Espacio, renglón 1', face);
  await add.click();
  await pick(page, 'Espacio, renglón 2', radioBreak);
  await period(page, 'Vuelo, renglón 2', 'hoy', 'hoy');
  await type(page, 'Por día, renglón 2', '2');
  await add.click();
  await select(page, 'Clase, renglón 3', 'Paquete');
  await pick(page, 'Paquete, renglón 3', pack);
  // Two days of the face at 5,000, two spots at 1,000 and the package at 20,000; 18 % of tax.
  await page.getByText('RD$37,760.00').first().waitFor();
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, campaign);
  await page.getByText('Disponible', { exact: true }).first().waitFor();
}

async function holdSpaces(page: Page): Promise<void> {
  await open(page, '/ventas/presupuestos', 'Presupuestos', campaign);
  await command(page, 'Reservar espacios');
  await page.getByText('Reservado', { exact: true }).first().waitFor();
  await follow(page, `/ventas/ocupacion-disponibilidad?q=${tag}`);
  const matrix = page.getByRole('treegrid', { name: 'Disponibilidad por espacio y fecha' });
  const chooseToday = (space: string) =>
    matrix.getByRole('row', { name: space }).getByRole('gridcell').first().click();
  await chooseToday(face);
  await page.getByText(/libre 0 de 1 \(caras\), 100 % ocupado; reservado 1, vendido 0/).waitFor();
  // Two spots of the line and one of the package.
  await chooseToday(radioBreak);
  await page.getByText(/libre 90 de 180 \(segundos\), 50 % ocupado; reservado 90/).waitFor();
}

async function acceptQuote(page: Page): Promise<void> {
  await open(page, '/ventas/presupuestos', 'Presupuestos', campaign);
  await command(page, 'Enviar');
  await command(page, 'Registrar aceptación', async (dialog) => {
    await type(dialog, 'Quién lo aceptó', 'Ana Núñez');
  });
  await command(page, 'Convertir en contrato', async (dialog) => {
    await pick(dialog, 'Tipo de consumo', 'Calendarizado');
    await type(dialog, 'Orden de compra', `OC-${tag}`);
  });
}

async function signContract(page: Page): Promise<void> {
  await open(page, '/ventas/contratos', 'Contratos', campaign);
  await page.getByRole('link', { name: 'Editar' }).click();
  await add(page, 'Firman por la compañía', sale.ownSignatory);
  await add(page, 'Firman por el cliente', sale.client.signatory);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await heading(page, campaign);
  await command(page, 'Enviar a firma');
  await command(page, 'Registrar firma');
  await page.getByText('Firmado', { exact: true }).first().waitFor();
  await page.getByRole('tab', { name: 'En vigor' }).click();
  await page.getByRole('cell', { name: pack }).first().waitFor();
  await open(page, '/ventas/oportunidades', 'Oportunidades', campaign);
  await page.getByText('Ganada', { exact: true }).first().waitFor();
}

/** Uploads a file to one of the lists of Multimedia and creates its record, which is called as the file. */
async function upload(
  page: Page,
  list: string,
  title: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await openNew(page, list, title);
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /Agregar archivo|Elegir archivo|Archivo/ })
    .first()
    .click();
  await (await chooser).setFiles(file);
  await page.getByText(file.name).waitFor();
  await page.getByText('Quitar', { exact: true }).first().waitFor();
  await pick(page, 'Cliente', sale.client.name);
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, file.name.replace(/\.\w+$/, ''));
}

/** A film of half a second, recorded by the browser from a canvas. */
const film = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 180];
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 15; frame += 1) {
      context?.fillRect(frame * 10, 20, 40, 40);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
};

async function uploadMaterial(page: Page): Promise<void> {
  await upload(page, '/multimedia/videos', 'Nuevo video', {
    name: `Comercial ${tag}.webm`,
    mimeType: 'video/webm',
    buffer: await film(page),
  });
  await page.getByText('320', { exact: true }).waitFor();
  await upload(page, '/multimedia/imagenes', 'Nueva imagen', {
    name: `Arte de la valla ${tag}.png`,
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  await upload(page, '/multimedia/audio', 'Nuevo audio', {
    name: `Cuña ${tag}.wav`,
    mimeType: 'audio/wav',
    buffer: wav,
  });
}

async function fillSheet(page: Page): Promise<void> {
  await open(page, '/postventa/fichas-tecnicas', 'Fichas Técnicas', radioBreak);
  await page.getByRole('tab', { name: 'Requisitos' }).click();
  await page.getByRole('button', { name: 'Acciones de Cuña grabada' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog');
  await pick(dialog, 'Material', `Cuña ${tag}`);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await command(page, 'Enviar a revisión');
  await command(page, 'Aprobar');
  await page.getByText('Aprobada', { exact: true }).first().waitFor();
}

async function placeUnits(page: Page): Promise<void> {
  await open(page, '/postventa/gestion-cupos', 'Gestión de Cupos', radioBreak);
  await command(page, 'Distribuir');
  await page.getByRole('tab', { name: 'Colocaciones' }).click();
  await page.getByText('Programada').first().waitFor();
}

async function markAired(page: Page): Promise<void> {
  await open(page, '/postventa/gestion-cupos', 'Gestión de Cupos', radioBreak);
  await page.getByRole('tab', { name: 'Colocaciones' }).click();
  const rowOf = (state: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: state, exact: true }) });
  for (const place of [0, 1]) {
    await rowOf('Programada').first().getByRole('link').first().click();
    await command(page, 'Confirmar');
    await command(page, 'Marcar emitida');
    await page.getByText('Emitida', { exact: true }).first().waitFor();
    await page.goBack();
    await rowOf('Emitida').nth(place).waitFor();
  }
}

async function doWork(page: Page): Promise<void> {
  await open(page, '/implementacion/implementacion', 'Implementación', radioBreak);
  await command(page, 'Programar', async (dialog) => {
    await type(dialog, 'Empieza', 'hoy');
    await pick(dialog, 'Responsable', 'Administrador');
  });
  await command(page, 'Iniciar');
  await page.getByRole('tab', { name: 'Pasos' }).click();
  const steps = page.getByRole('list', { name: 'Pasos' });
  for (const step of [
    'Material recibido y revisado',
    'Material cargado en el sistema de emisión',
    'Pauta entregada a la cabina',
  ]) {
    await steps.getByText(step, { exact: true }).click();
    await steps
      .getByRole('listitem')
      .filter({ hasText: step })
      .getByText(/^Hecho/)
      .waitFor();
  }
  await command(page, 'Poner al aire');
  await command(page, 'Completar');
  await page.getByText('Completada', { exact: true }).first().waitFor();
}

async function proveAired(page: Page): Promise<void> {
  await openNew(page, '/postventa/reportes-evidencias', 'Nuevo reporte de evidencias');
  await pick(page, 'Contrato', campaign);
  await period(page, 'Periodo', 'hoy', 'hoy');
  await page.getByRole('button', { name: /^Crear/ }).click();
  await page.getByRole('tab', { name: 'Evidencias' }).click();
  await page.getByRole('button', { name: 'Nueva evidencia' }).first().click();
  const dialog = page.getByRole('dialog');
  await select(dialog, 'Clase', 'Audio testigo');
  await type(dialog, 'Qué muestra', 'Las dos cuñas de la mañana');
  await type(dialog, 'Tomada el: día', 'hoy');
  await type(dialog, 'Tomada el: hora', '12:01 am');
  const chooser = page.waitForEvent('filechooser');
  await dialog
    .getByRole('button', { name: /Archivo/ })
    .first()
    .click();
  await (await chooser).setFiles({ name: 'Testigo.wav', mimeType: 'audio/wav', buffer: wav });
  // The name is shown while the file is uploaded; it can be removed once it is.
  await dialog.getByText('Quitar', { exact: true }).first().waitFor();
  await dialog.getByRole('button', { name: /^Crear/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Datos' }).click();
  await page.getByText('100 %').first().waitFor();
  await command(page, 'Enviar a revisión');
  await command(page, 'Aprobar');
  await rareCommand(page, 'Registrar envío');
  await command(page, 'Registrar aceptación', async (dialog) => {
    await type(dialog, 'Quién del cliente lo aceptó', 'Ana Núñez');
  });
  await page.getByText('Aceptado', { exact: true }).first().waitFor();
}

/** What was proved becomes a draft, which is reviewed and issued, and the tax authority accepts it. */
async function issueInvoice(page: Page): Promise<void> {
  await follow(page, '/facturacion/facturacion-cobros');
  const due = page.getByRole('region', { name: 'Por facturar, por contrato' });
  await due.getByRole('row', { name: campaign }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Preparar facturas (1)' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('RD$2,360.00').first().waitFor();
  await dialog.getByRole('button', { name: 'Preparar facturas' }).click();
  await dialog.waitFor({ state: 'detached' });
  await heading(page, 'Facturación');
  await page.getByRole('row', { name: sale.client.name }).getByRole('link').first().click();
  await page.getByText('RD$2,360.00').first().waitFor();
  invoice.path = new URL(page.url()).pathname;
  await command(page, 'Marcar revisada');
  await command(page, 'Emitir');
  const number = page.getByText(/^E31\d{10}$/).first();
  await number.waitFor();
  invoice.number = (await number.textContent()) ?? '';
  // An open page does not learn of what the tax authority answers.
  await expect
    .poll(
      async () => {
        await page.reload();
        await number.waitFor();
        return page.getByText('Aceptado', { exact: true }).count();
      },
      { timeout: 120_000 },
    )
    .toBeGreaterThan(0);
  expect(authority.received.map(({ encf, verdict }) => [encf, verdict])).toEqual([
    [invoice.number, 'accepted'],
  ]);
}

/** It is mailed to the billing contact of who pays, with both files. */
async function mailInvoice(page: Page): Promise<void> {
  await command(page, 'Enviar por correo');
  await page.getByRole('tab', { name: 'Correos' }).click();
  await page.getByText('Enviado', { exact: true }).first().waitFor();
  const mail = mails.received.find(({ to }) => to === `facturas.${tag}@cliente.example`);
  const attached = (type: string): string => {
    const part = new RegExp(`Content-Type: ${type}[^]*?\\r?\\n\\r?\\n([A-Za-z0-9+/=\\s]+)`, 'i').exec(
      mail?.text ?? '',
    );
    return Buffer.from(part?.[1] ?? '', 'base64').toString('latin1');
  };
  expect(attached('application/pdf')).toMatch(/^%PDF/);
  expect(attached('application/xml')).toContain(`<eNCF>${invoice.number}</eNCF>`);
}

async function showAging(page: Page): Promise<void> {
  await follow(page, '/facturacion/facturacion-cobros/cartera');
  const row = page.getByRole('row', { name: new RegExp(sale.client.name) });
  await row.getByRole('link', { name: '2,360.00' }).first().waitFor();
}

/** The bank's file has the client's transfer: it is recognised, confirmed and applied. */
async function applyPayment(page: Page): Promise<void> {
  await follow(page, '/facturacion/registro-cobros/archivos-bancarios');
  await page.getByRole('button', { name: 'Subir archivo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subir archivo bancario' });
  await pick(dialog, 'Cuenta bancaria', sale.bank);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Elegir archivo' }).click();
  const day = new Intl.DateTimeFormat('es-DO', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'America/Santo_Domingo',
  }).format(new Date());
  await (await chooser).setFiles({
    name: `Estado ${tag}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Fecha;Referencia;Descripción;Débito;Crédito\n${day};77${tag};PAGO FACT ${invoice.number};;2360.00\n`,
    ),
  });
  const rows = dialog.getByRole('region', { name: 'Primeras filas' });
  await rows.getByText('Segura', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Subir y buscar cobros' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Leído', { exact: true }).first().waitFor();
  await command(page, 'Confirmar los seguros');
  await page.getByRole('tab', { name: 'Movimientos' }).click();
  await page.getByText('Resuelto', { exact: true }).first().waitFor();
  await follow(page, invoice.path);
  await page.getByText('Saldada', { exact: true }).first().waitFor();
  await page.getByRole('tab', { name: 'Cobros' }).click();
  await page
    .getByRole('cell', { name: /2,360\.00/ })
    .first()
    .waitFor();
}

async function showCommission(page: Page): Promise<void> {
  await follow(page, '/facturacion/comisiones-agencia');
  await heading(page, 'Comisiones de Agencia');
  const row = page.getByRole('row', { name: new RegExp(sale.agency.name) });
  await row.first().waitFor();
  // 15 % of 2,000, which falls due because the invoice is collected.
  await expect.poll(() => row.getByText('RD$300.00').count()).toBe(2);
}

/** The commission is settled, approved by somebody else, invoiced by the agency and paid. */
async function settleCommission(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Liquidar comisiones' }).click();
  const dialog = page.getByRole('dialog');
  await pick(dialog, 'Compañía', sale.company);
  await pick(dialog, 'Agencia', sale.agency.name);
  await dialog.getByRole('button', { name: 'Liquidar', exact: true }).click();
  await page.waitForURL(/\/liquidaciones\/[0-9a-f-]{36}/);
  await page.getByText('RD$300.00').first().waitFor();
  const { pathname } = new URL(page.url());
  const other = await newPage();
  await signIn(other, approver, pathname);
  await command(other, 'Aprobar');
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click();
  await command(page, 'Registrar factura de la agencia', async (form) => {
    await type(form, 'NCF', 'B0100000012');
    await type(form, 'Fecha', 'hoy');
    await type(form, 'ITBIS', '54');
  });
  await command(page, 'Pagar', async (form) => {
    await type(form, 'Fecha', 'hoy');
    await pick(form, 'Cuenta bancaria', sale.bank);
    await type(form, 'Referencia', `PG-${tag}`);
  });
  // Its state, besides the step of its life.
  await expect.poll(() => page.getByText('Pagada', { exact: true }).count()).toBe(2);
}

/** Adds a spot of tomorrow to the signed contract, with an addendum that is signed too. */
async function addLine(page: Page): Promise<void> {
  await open(page, '/ventas/contratos', 'Contratos', campaign);
  await command(page, 'Crear adenda', async (dialog) => {
    await dialog.getByRole('checkbox', { name: 'Agregar renglones' }).check();
    await type(dialog, 'Efectiva desde', 'mañana');
    await type(dialog, 'Motivo', 'Una cuña más');
  });
  await page.getByRole('button', { name: 'Agregar renglón' }).click();
  await pick(page, 'Espacio, renglón 4', radioBreak);
  await period(page, 'Vuelo, renglón 4', 'mañana', 'mañana');
  await page.getByText('RD$1,180.00').first().waitFor();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('link', { name: 'Editar' }).waitFor();
  await command(page, 'Proponer cuotas');
  await command(page, 'Enviar a firma');
  await command(page, 'Registrar firma y aplicar');
  await page.getByText('Firmada y aplicada', { exact: true }).first().waitFor();
}

/** Contract and addendum, 33,000 before tax, are three quarters of what was planned of this client and this seller. */
async function showPlans(page: Page): Promise<void> {
  for (const address of [plans.client, plans.seller]) {
    await follow(page, address);
    await page.getByText('75 %', { exact: true }).first().waitFor();
    await page
      .getByText(/33,000\.00/)
      .first()
      .waitFor();
  }
  // Others sell for the company too.
  await follow(page, plans.company);
  await page.getByRole('tab', { name: 'Cumplimiento' }).click();
  const year = page.getByRole('region', { name: 'Cifras por mes' }).getByRole('row', { name: /^Año/ });
  const sold = async () =>
    Number((await year.getByRole('cell').nth(1).textContent())?.replaceAll(/[^\d.]/g, ''));
  await expect.poll(sold).toBeGreaterThanOrEqual(33_000);
}

/** Presses the button that creates a record, and waits for the page of the record. */
async function create(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Crear/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/nuevo'));
  return new URL(page.url()).pathname;
}

/** Plans 44,000 of sales in January: of the company, the client and the seller. */
async function planYear(page: Page): Promise<void> {
  await openNew(page, '/prevanta/presupuesto-ventas', 'Nuevo presupuesto de ventas');
  await type(page, 'Nombre', `Plan ${tag}`);
  await pick(page, 'Compañía', sale.company);
  await type(page, 'Año', `${year}`);
  await page.getByRole('button', { name: 'Agregar renglón' }).click();
  // The new line is the active one of the grid; Tab moves over its platform to January.
  await page.keyboard.type('Todas las ventas');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('44000');
  await page.keyboard.press('Enter');
  plans.company = await create(page);
  await openNew(page, '/prevanta/presupuesto-cliente', 'Nuevo presupuesto de cliente');
  await type(page, 'Año', `${year}`);
  await pick(page, 'Cliente', sale.client.name);
  await type(page, 'Ene', '44000');
  plans.client = await create(page);
  await openNew(page, '/prevanta/metas-ejecutivo', 'Nueva meta');
  await type(page, 'Año', `${year}`);
  await pick(page, 'Ejecutivo', seller.name);
  await type(page, 'Ene', '44000');
  plans.seller = await create(page);
}

/** One sale, from the space to the commission of the agency; each part goes on with what the parts before it made. */
test.each<[string, readonly ((page: Page) => Promise<void>)[]]>([
  ['the year is planned', [planYear]],
  [
    'spaces, their prices and a package are offered',
    [makeTemplate, makeFace, makeBreak, setPrices, makePackage],
  ],
  [
    'a referral becomes an opportunity, and it a quote that holds its spaces',
    [openOpportunity, makeQuote, holdSpaces],
  ],
  ['the accepted quote becomes a contract, and it is signed', [acceptQuote, signContract]],
  ['material is uploaded and approved in its sheet', [uploadMaterial, fillSheet]],
  ['units are placed and aired, and a work order is done', [placeUnits, markAired, doWork]],
  ['what was aired is proved', [proveAired]],
  ['what was proved is billed, accepted by the tax authority and mailed', [issueInvoice, mailInvoice]],
  ['the transfer in the file of the bank pays it', [showAging, applyPayment]],
  ['its commission is due, settled and paid', [showCommission, settleCommission]],
  ['an addendum adds a line, and all of it counts for the plans', [addLine, showPlans]],
])('%s', async (_, steps) => {
  const page = await newPage();
  await signIn(page, administrator);
  for (const step of steps) await step(page);
});
