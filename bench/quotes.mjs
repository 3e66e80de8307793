// A quote of 200 lines with the inventory of the demonstration: opening, saving and pricing it, typing in its form, and
// its document.
import { openBackOffice, processorTime } from './browser.mjs';
import { fillDemo } from './demo.mjs';
import { answerTimes, askFor, median, percentile, tenths } from './load.mjs';
import { newQuote, readOffer, runSql, startPauta } from './pauta.mjs';
import { childrenOf, memoryOf } from './processes.mjs';

const [spaces = 5000, size = 200] = process.argv.slice(2).map(Number);
/** Lines of a quote whose document has three pages. */
const printed = 26;
const documents = 100;

const pauta = await startPauta();

const makeQuote = async (offer, lines) => {
  const { id } = (await askFor(pauta.call, 'POST', '/api/quotes', newQuote(offer, lines))).data;
  return (await askFor(pauta.call, 'GET', `/api/quotes/${id}`)).data;
};

/** Returns a function that saves what `change` answers for the `n`th time, each time on the version saved before. */
const saver = (quote, change) => {
  let { row_version } = quote;
  let n = 0;
  return async () => {
    n += 1;
    const answer = await pauta.call('PATCH', `/api/quotes/${quote.id}`, change(n), {
      'if-match': `"${row_version}"`,
    });
    if (answer.status < 400) ({ row_version } = JSON.parse(answer.text).data);
    return answer;
  };
};

/** Processor time of the page from a key to the next frame, in the agreed price of a line in the middle of the quote. */
const typeInForm = async (quote) => {
  const { browser, page } = await openBackOffice(pauta.address);
  try {
    const cpu = await processorTime(page);
    await page.goto(`${pauta.address}/ventas/presupuestos/${quote.id}/editar`);
    const { id } = quote.lines[quote.lines.length / 2];
    const input = page.locator(`[data-line="${id}"] [data-cell=agreed_price] input`);
    await input.waitFor();
    await input.scrollIntoViewIfNeeded();
    await input.focus();
    // Availability and terms are looked up once the form is open.
    await page.waitForTimeout(3000);
    const total = () => page.locator('dl[aria-label=Totales]').textContent();
    const before = await total();
    const press = async (key) => {
      const start = await cpu();
      await page.keyboard.press(key);
      await page.evaluate(
        () =>
          new Promise((done) => {
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = done;
              port2.postMessage(null);
            });
          }),
      );
      return (await cpu()) - start;
    };
    const typed = async (keys) => {
      const times = [];
      for (const key of keys) {
        times.push(await press(key));
        await page.waitForTimeout(50);
      }
      return times;
    };
    const rounds = Array.from({ length: 12 });
    const nothing = await typed(rounds.flatMap(() => Array.from({ length: 10 }, () => 'Shift')));
    await typed(['1', '2', '3', '4', '5']);
    if ((await total()) === before) throw new Error('the totals did not follow the input');
    const keys = await typed(
      rounds.flatMap(() => [...Array.from({ length: 5 }, () => 'Backspace'), '9', '8', '7', '6', '5']),
    );
    return { nothing, keys };
  } finally {
    await browser.close();
  }
};

/** Prints a quote again and again, changed before each time, because equal documents are kept. */
const print = async (quote) => {
  const rename = saver(quote, (n) => ({ name: `Campaña ${n}` }));
  const times = [];
  const memory = [];
  let bytes = '';
  for (let n = 0; n <= documents; n += 1) {
    await rename();
    const began = performance.now();
    const { status, text } = await pauta.call('GET', `/api/quotes/${quote.id}/quote.pdf`);
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`quote.pdf: ${status} ${text.slice(0, 300)}`);
    bytes = text;
    memory.push(Math.max(...childrenOf(pauta.pid, 'print-process').map(memoryOf)));
  }
  const pages = Number(/\/Type\s*\/Pages[\s\S]{0,200}?\/Count (\d+)/.exec(bytes)?.[1]);
  const [first, ...later] = times;
  return { pages, first, later, memory };
};

try {
  await fillDemo(pauta.socket, { clients: 300, contactsEach: 1, spaces, rateCards: 10 });
  const offer = await readOffer(pauta.socket, size);
  const quote = await makeQuote(offer, size);
  const unpriced = quote.lines.filter(({ list_price }) => list_price === null).length;
  if (quote.lines.length < size || unpriced > 0)
    throw new Error(`${quote.lines.length} lines, ${unpriced} of them without a price`);
  await runSql(pauta.socket, 'pauta', 'VACUUM ANALYZE');

  const ask = (path, body) => () => pauta.call(body ? 'POST' : 'GET', path, body);
  const record = `/api/quotes/${quote.id}`;
  const changed = (lines) => (n) => ({
    lines: { put: lines.map(({ id }) => ({ id, agreed_price: String(1000 + n) })) },
  });
  const other = await makeQuote(offer, size);
  const terms = {
    price_list_id: offer.list,
    currency_code: 'DOP',
    company_id: offer.company,
    client_id: offer.client,
    brand_id: null,
    agency_id: null,
    from: quote.flight.from,
    owner_id: offer.me,
    inventory_item_ids: offer.spaces.map(({ id }) => id).sort(),
    ad_article_ids: [],
    package_ids: [],
  };
  const tasks = {
    'open: the quote with its lines': [150, ask(record)],
    'open: availability of its lines': [undefined, ask(`${record}/availability`)],
    'save: one line': [150, saver(other, changed(other.lines.slice(0, 1)))],
    'save: every line': [150, undefined],
    'price: terms, as the form asks': [100, ask('/api/quotes/terms', terms)],
    'price: where each comes from': [100, ask(`${record}/prices`)],
  };
  const table = {};
  for (const [what, [promised, task]] of Object.entries(tasks)) {
    // The version has moved on.
    const again = async () => {
      const now = (await askFor(pauta.call, 'GET', `/api/quotes/${other.id}`)).data;
      return saver(now, changed(now.lines));
    };
    table[what] = { ...(await answerTimes(what, task ?? (await again()))), promised };
  }
  console.log(`A quote of ${size} lines, ${offer.all_spaces.toLocaleString('en')} spaces; one caller`);
  console.table(table);

  const { nothing, keys } = await typeInForm(quote);
  const quiet = median(nothing);
  console.log(
    `a key in its form: p50 ${tenths(median(keys) - quiet)}, p95 ${tenths(percentile(keys, 0.95) - quiet)} ms of processor time to the next frame (8 promised), beyond the ${tenths(quiet)} of a key that changes nothing`,
  );

  const { pages, first, later, memory } = await print(await makeQuote(offer, printed));
  const megabytes = (values) => Math.round(median(values));
  console.log(
    `PDF of ${pages} pages: the first ${Math.round(first)} ms, ${documents} more p50 ${Math.round(median(later))}, p95 ${Math.round(percentile(later, 0.95))} (500 promised); its process ${megabytes(memory.slice(5, 15))} MB after ten, ${megabytes(memory.slice(-10))} after all, ${Math.round(Math.max(...memory))} at most (200 promised)`,
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await pauta.stop();
  process.exit();
}
