import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readPdf } from '../testing/read-pdf.ts';
import { createPrinter, type Printer, type PrinterOptions } from './printer.ts';
import type { Template } from './template.ts';

const log = pino({ level: 'silent' });
const opened: Printer[] = [];

const open = (options: Omit<PrinterOptions, 'log'> = {}): Printer => {
  const printer = createPrinter({ log, ...options });
  opened.push(printer);
  return printer;
};
afterEach(() => {
  for (const printer of opened.splice(0)) printer.close();
});

const template = (body: string, name = 'test.typ'): Template => ({
  name,
  source: `#import "letterhead.typ": branded, facts, listing
#let data = json(bytes(sys.inputs.data))
#show: branded.with(data.letterhead, title: data.title, mark: data.mark)
#heading(level: 1, data.title)
${body}`,
});

const list = template('#listing(data.columns, data.rows)');
const columns = [
  { label: 'Concepto', isNumeric: false },
  { label: 'Precio', isNumeric: true },
];
const data = (own: object = {}) => ({
  at: '2026-03-04T05:06:07.000Z',
  title: 'Tarifa de prueba',
  mark: null,
  letterhead: {
    name: 'Ondas del Caribe',
    details: ['RNC: 1-01-00001-1'],
    footer: 'Registro 123',
    color: '#1F4E79',
    hasLogo: false,
  },
  columns,
  rows: [['Cuña', '1,500.00']],
  ...own,
});
const rows = (count: number) =>
  Array.from({ length: count }, (_, place) => [`Espacio ${place}`, `${place}.00`]);
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const ended = async (pid: number | undefined): Promise<void> => {
  while (pid !== undefined && isRunning(pid)) await sleep(10);
};
/** A column of `ps` for a process. */
const stateOf = (pid: number | undefined, column: string): string =>
  execFileSync('ps', ['eww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
const memoryOf = (pid: number | undefined): number => Number(stateOf(pid, 'rss')) * 1024;

describe('a document', () => {
  test('has letterhead, repeated head, page numbers, language, tags and the time of its data', async () => {
    const bytes = await open().print(list, data({ rows: rows(120) }));
    const { pages, info, isTagged } = await readPdf(bytes);
    expect(pages).toHaveLength(4);
    expect(pages[0]).toMatch(/Ondas del Caribe[\s\S]*RNC: 1-01-00001-1[\s\S]*Tarifa de prueba/);
    pages.forEach((page, place) => {
      expect(page).toContain(`Página ${place + 1} de 4`);
      expect(page).toContain('Concepto');
      expect(page).toContain('Registro 123');
    });
    expect(isTagged).toBe(true);
    expect(info).toMatchObject({ Title: 'Tarifa de prueba', Author: 'Ondas del Caribe', Language: 'es' });
    expect(info.CreationDate).toMatch(/^D:20260304050607/);
    expect(bytes.includes('<pdfuaid:part>1</pdfuaid:part>')).toBe(true);
  });

  test('has the same bytes for the same data, from any process', async () => {
    const sums = await Promise.all(
      [1, 2].map(async () => {
        const bytes = await open({ kept: 0 }).print(list, data({ rows: rows(60) }));
        return createHash('sha256').update(bytes).digest('hex');
      }),
    );
    expect(new Set(sums).size).toBe(1);
  });

  test('embeds its fonts', async () => {
    const bytes = await open().print(list, data());
    expect(bytes.toString('latin1')).toMatch(/\/FontFile[23]? /);
    expect(bytes.toString('latin1')).toMatch(/\/BaseFont \/[A-Z]{6}\+PublicSans/);
  });

  test('shows a logo with its alternative text', async () => {
    const logo = await sharp({ create: { width: 30, height: 12, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const bytes = await open().print(list, data({ letterhead: { ...data().letterhead, hasLogo: true } }), {
      'logo.png': logo,
    });
    expect(bytes.includes('/Subtype /Image') || bytes.includes('/Subtype/Image')).toBe(true);
    expect(bytes.includes('<pdfuaid:part>1</pdfuaid:part>')).toBe(true);
  });
});

describe('texts of users', () => {
  const attacks = [
    '#panic("x")',
    '*bold* _emphasis_ `code` $x^2$ <label> @reference ~ \\ \\u{41} // comment',
    '#import "@preview/cetz:0.3.0"',
    '#read("/etc/passwd")',
    '"); #read("letterhead.typ") #("',
    ']#eval("1+1")[',
    '= Título\n- lista\n+ número\n/ término: x',
    'https://example.com/#a',
    '\u0000\u0007\u202e\ufeff',
    '漢字 العربية 😀 ',
    'x'.repeat(5000),
    '',
    '#'.repeat(300),
  ];

  test('are printed as they are, never as markup', async () => {
    const printer = open();
    const bytes = await printer.print(
      list,
      data({
        title: attacks.join(' '),
        mark: attacks[0],
        letterhead: {
          ...data().letterhead,
          name: attacks.slice(0, 3).join(' '),
          details: attacks,
          footer: attacks.slice(0, 6).join(' '),
        },
        rows: attacks.map((text) => [text, text]),
      }),
    );
    const { text, isTagged } = await readPdf(bytes);
    expect(isTagged).toBe(true);
    for (const written of [
      '#panic("x")',
      '*bold* _emphasis_ `code` $x^2$ <label> @reference ~ \\ \\u{41} // comment',
      '#import "@preview/cetz:0.3.0"',
      '#read("/etc/passwd")',
      '"); #read("letterhead.typ") #("',
      ']#eval("1+1")[',
    ])
      expect(text.replaceAll(/\s+/g, '')).toContain(written.replaceAll(/\s+/g, ''));
    expect(text).not.toContain('root:');
  });
});

describe('a template', () => {
  test.each([
    ['a file of the machine', '#read("/etc/passwd")'],
    ['a file outside of the folder', '#read("../../package.json")'],
    ['a file beside the program', '#read("printer.ts")'],
    ['a package', '#import "@preview/cetz:0.3.0"'],
    ['a local package', '#import "@local/own:1.0.0"'],
  ])('cannot read %s', async (_what, body) => {
    await expect(open().print(template(body), data())).rejects.toThrow(/^test\.typ: /);
  });

  test('that fails does not harm the next document', async () => {
    const printer = open();
    await expect(printer.print(template('#panic("no")'), data())).rejects.toThrow(/panicked/);
    expect((await readPdf(await printer.print(list, data()))).text).toContain('1,500.00');
  });
});

describe('the printing process', () => {
  test('starts with the first document and ends when idle', async () => {
    const printer = open({ idle: 50 });
    expect(printer.pid()).toBeUndefined();
    await printer.print(list, data());
    const pid = printer.pid();
    expect(pid).toBeGreaterThan(0);
    await ended(pid);
    expect(printer.pid()).toBeUndefined();
    await printer.print(list, data({ title: 'Otra' }));
    expect(printer.pid()).not.toBe(pid);
  });

  test('is started again after a crash, and the document under way is made', async () => {
    const printer = open();
    await printer.print(list, data());
    const pid = printer.pid() ?? 0;
    const made = printer.print(list, data({ rows: rows(300) }));
    await sleep(0);
    process.kill(pid, 'SIGKILL');
    expect((await readPdf(await made)).text).toContain('Espacio 299');
    expect(printer.pid()).not.toBe(pid);
  });

  test('gives up a document that takes too long, and makes the next one', async () => {
    const printer = open({ timeLimit: 2000 });
    const endless = template('#let x = range(100000000).map(n => calc.pow(n, 0.5)).sum()\n#str(x)');
    await expect(printer.print(endless, data())).rejects.toMatchObject({
      status: 503,
      code: 'printing_too_slow',
    });
    // On a busy machine the start of the next process alone can take longer than this limit.
    const next = await vi.waitFor(() => printer.print(list, data()), { timeout: 60_000 });
    expect((await readPdf(next)).text).toContain('1,500.00');
  });

  test('is replaced when it uses too much memory', async () => {
    const printer = open({ mostMemory: 1 });
    await printer.print(list, data());
    expect(printer.pid()).toBeUndefined();
  });

  test('makes 100 documents in a row without growing', async () => {
    const printer = open({ kept: 0 });
    const first: number[] = [];
    const last: number[] = [];
    for (let place = 0; place < 100; place += 1) {
      await printer.print(list, data({ title: `Documento ${place}`, rows: rows(95) }));
      if (place >= 10 && place < 20) first.push(memoryOf(printer.pid()));
      if (place >= 90) last.push(memoryOf(printer.pid()));
    }
    expect(Math.max(...last)).toBeLessThan(200_000_000);
    // A document that is not freed takes more than a megabyte.
    expect(Math.min(...last) - Math.max(...first)).toBeLessThan(20_000_000);
  });

  test('gets neither the environment nor the arguments of the server', async () => {
    const printer = open();
    await printer.print(list, data());
    const command = stateOf(printer.pid(), 'command');
    expect(command).toContain('ALL_PROXY=');
    expect(command).not.toMatch(/DATABASE_URL|PAUTA|HOME=|\bPATH=/);
  });

  test('refuses documents when too many wait, and all of them once it is closed', async () => {
    const printer = open({ mostWaiting: 2 });
    const made = [1, 2].map((place) => printer.print(list, data({ title: `${place}` })));
    await expect(printer.print(list, data({ title: '3' }))).rejects.toMatchObject({ status: 503 });
    await Promise.all(made);
    const late = printer.print(list, data({ rows: rows(300) }));
    await sleep(0);
    printer.close();
    await expect(late).rejects.toMatchObject({ status: 503 });
    await expect(printer.print(list, data({ title: '4' }))).rejects.toMatchObject({ status: 503 });
  });
});

describe('recent documents', () => {
  test('are kept up to a number of bytes; the same document is made once at a time', async () => {
    const printer = open({ kept: 1_000_000 });
    const [one, same] = await Promise.all([printer.print(list, data()), printer.print(list, data())]);
    expect(one).toBe(same);
    expect(await printer.print(list, data())).toBe(one);
    expect(await printer.print(list, data({ at: '2026-03-04T05:06:08.000Z' }))).not.toBe(one);
    const forgetful = open({ kept: 10 });
    expect(await forgetful.print(list, data())).not.toBe(await forgetful.print(list, data()));
  });
});
