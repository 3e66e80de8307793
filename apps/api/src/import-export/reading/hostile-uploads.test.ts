import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../../testing/programs/api-process.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { zipOf } from '../export/zip-writer.ts';
import { fileForm, readStream } from '../fixtures.ts';
import { importLimits } from '../limits.ts';

/** Maximum memory in megabytes above that of an idle process. */
const most = 300;

let testDatabase: TestDatabase;
let api: ApiProcess;
let authorization: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  authorization = (await signInAs(testDatabase)).authorization;
  const { user, host, port, database } = testDatabase.owner;
  api = await startApiProcess('main.ts', {
    PAUTA_DATA_DIR: await makeTestFolder(),
    PAUTA_RATE_LIMIT: '0',
    DATABASE_URL: String(host).startsWith('/')
      ? `postgresql://${user}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(String(host))}`
      : `postgresql://${user}@${host}:${port ?? 5432}/${database}`,
  });
});
afterAll(async () => {
  await api.end('SIGTERM');
  await testDatabase.drop();
});

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
const book = (sheet: string, strings = '', more: [string, string][] = []): Promise<Buffer> =>
  readStream(
    zipOf([
      ['_rels/.rels', relation('officeDocument', 'xl/workbook.xml')],
      ['xl/workbook.xml', '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'],
      ['xl/_rels/workbook.xml.rels', relation('worksheet', 'worksheets/sheet1.xml')],
      ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${sheet}</sheetData></worksheet>`],
      ['xl/sharedStrings.xml', `<sst>${strings}</sst>`],
      ...more,
    ]),
  );
const million = 1024 * 1024;
const fill = (text: string, bytes: number) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const grid = (rows: number, columns: number, cell: (name: string) => string) =>
  Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (__, column) => {
      const letters = column < 26 ? '' : 'A';
      return cell(`${letters}${String.fromCharCode(65 + (column % 26))}${row + 1}`);
    });
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  }).join('');

const hostile = async (): Promise<[name: string, bytes: Buffer][]> => {
  const largest = importLimits.bytes - 1;
  return [
    ['lejos.xlsx', await book('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')],
    ['cadenas.xlsx', await book('', fill('<si><t>ñandú</t></si>', 60 * million))],
    [
      'en-linea.xlsx',
      await book(grid(20_000, 40, (r) => `<c r="${r}" t="inlineStr"><is><t>${r} ñ€</t></is></c>`)),
    ],
    [
      'repetida.xlsx',
      await book(
        grid(40_000, 40, (r) => `<c r="${r}" t="s"><v>0</v></c>`),
        `<si><t>${'y'.repeat(30_000)}</t></si>`,
      ),
    ],
    ['bomba.xlsx', await book(fill(' ', 310 * million))],
    ['comas.csv', Buffer.from(fill(',', largest))],
    ['comillas.csv', Buffer.from(fill('"a""', largest))],
    ['filas.csv', Buffer.from(fill('1\n', largest))],
    ['largas.csv', Buffer.from(fill(`${'x,'.repeat(30)}${'y'.repeat(600)}\n`, largest))],
    ['acentos.csv', Buffer.from(fill(`${'ñ€,'.repeat(40)}\n`, importLimits.cells * 4))],
  ];
};

const memory = async (field: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${api.process.pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
};

const upload = async (name: string, bytes: Buffer) => {
  const { payload, headers } = fileForm(name, bytes);
  const response = await fetch(`${api.address}/api/clusters/imports`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: new Uint8Array(payload),
  });
  return { name, status: response.status, text: (await response.text()).slice(0, 300) };
};

test.skipIf(process.platform !== 'linux')(
  `ten hostile files at once take at most ${most} MB together`,
  async () => {
    const files = await hostile();
    const warm = await upload('idle.csv', Buffer.from('Código,Nombre\nA,B\n'));
    expect(warm.status, warm.text).toBe(201);
    const idle = await memory('VmRSS');
    const beats: number[] = [];
    // An upload that never ends does not block the others.
    const slow = request(`${api.address}/api/clusters/imports`, {
      method: 'POST',
      headers: { ...fileForm('lenta.csv', '').headers, authorization },
    });
    slow.on('error', () => {});
    slow.write(fileForm('lenta.csv', fill('a,b\n', million)).payload.subarray(0, million));
    const health = setInterval(
      async () => beats.push((await fetch(`${api.address}/api/health`)).status),
      1000,
    );
    const answers = await Promise.all(files.map(([name, bytes]) => upload(name, bytes)));
    clearInterval(health);
    slow.destroy();
    const peak = await memory('VmHWM');
    for (const { name, status, text } of answers)
      expect([201, 413, 422, 429], `${name}: ${text}`).toContain(status);
    expect(peak - idle, `idle ${idle}, peak ${peak}`).toBeLessThan(most);
    expect(new Set(beats)).toEqual(new Set([200]));
    if (process.env.PAUTA_SHOW_MEMORY) console.log(`idle ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB`);
  },
);

test('an aborted upload leaves no file behind', async () => {
  const names = async () => (await readdir(tmpdir())).filter((name) => /^pauta-[0-9a-f]{8}-/.test(name));
  expect(await names()).toEqual([]);
});

test('the largest exported workbook can be read', async () => {
  const head = grid(1, 13, (r) => `<c r="${r}" t="inlineStr"><is><t>Columna ${r}</t></is></c>`);
  const rows = grid(50_000, 13, (r) => `<c r="${r}" t="inlineStr"><is><t>Empresa ${r}</t></is></c>`);
  const { status, text } = await upload(
    'larga.xlsx',
    await book(head + rows.slice(rows.indexOf('<row r="2"'))),
  );
  expect(status, text).toBe(201);
});
