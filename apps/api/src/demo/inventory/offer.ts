import { createHash } from 'node:crypto';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { insertFile } from '../../files/store-file.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Account } from '../crm/accounts.ts';
import { insertPackages } from './packages.ts';
import { wave } from './wave.ts';

interface OfferOptions {
  readonly storage: Pick<Storage, 'put'>;
  readonly clients: readonly Account[];
  readonly today: Date;
}

/** A picture of a few shapes, which renders the same everywhere because it has no text. */
const picture = (width: number, height: number, hue: number): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="hsl(${hue},55%,42%)"/>
      <circle cx="${width * 0.3}" cy="${height * 0.55}" r="${height * 0.3}" fill="hsl(${hue + 40},70%,62%)"/>
      <rect x="${width * 0.52}" y="${height * 0.3}" width="${width * 0.4}" height="${height * 0.12}" fill="#fff"/>
      <rect x="${width * 0.52}" y="${height * 0.5}" width="${width * 0.28}" height="${height * 0.08}" fill="#fff" opacity=".7"/>
    </svg>`),
  )
    .png()
    .toBuffer();

const insertMedia = async (
  tx: Transaction,
  { storage, clients, today }: OfferOptions,
): Promise<string | null> => {
  const year = today.getUTCFullYear();
  const make = async (
    bytes: Buffer,
    {
      title,
      name,
      kind,
      mime,
      extension,
      tags,
      ...columns
    }: {
      title: string;
      name: string;
      kind: 'image' | 'audio';
      mime: string;
      extension: string;
      tags: readonly string[];
      width?: number;
      height?: number;
      seconds?: number;
      client?: string | undefined;
      until?: string;
    },
  ): Promise<string> => {
    const path = await storage.put(bytes, { kind: 'documents', extension });
    const sha256 = createHash('sha256').update(bytes).digest();
    const file = await insertFile(tx, { name, mime, bytes: bytes.length, sha256 }, path);
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO media_files (title, kind, file, client_id, rights_until, rights_territory, tags, width_px, height_px, duration_sec)
      VALUES (${title}, ${kind}, ${file.id}::uuid, ${columns.client ?? null}::uuid, ${columns.until ?? null}::date,
        'República Dominicana', ${tags}::text[], ${columns.width ?? null}, ${columns.height ?? null}, ${columns.seconds ?? null})
      RETURNING id`);
    return row?.id ?? '';
  };
  const owner = (place: number): string | undefined => clients[place]?.id;
  const image = { kind: 'image', mime: 'image/png', extension: 'png' } as const;
  const sizes = [
    ['Banner de temporada', 'banner-temporada.png', 970, 250, 210, ['banner', 'temporada']],
    ['Roba páginas de lanzamiento', 'roba-paginas.png', 300, 250, 20, ['banner', 'lanzamiento']],
    ['Portada de paquete', 'portada-paquete.png', 1200, 630, 265, ['paquetes']],
  ] as const;
  let cover: string | null = null;
  for (const [place, [title, name, width, height, hue, tags]] of sizes.entries()) {
    const isCover = place === sizes.length - 1;
    cover = await make(await picture(width, height, hue), {
      ...image,
      title,
      name,
      width,
      height,
      tags,
      ...(!isCover && { client: owner(place), until: `${year + 1}-06-30` }),
    });
  }
  const sounds = [
    ['Cuña de prueba, 2 s', 'cuna-prueba.wav', 2, 440, ['cuña']],
    ['Identificación de la emisora', 'identificacion.wav', 1, 660, ['identificación']],
    ['Cierre de bloque', 'cierre.wav', 1.5, 330, ['cierre', 'bloque']],
  ] as const;
  for (const [place, [title, name, seconds, hertz, tags]] of sounds.entries())
    await make(wave({ seconds, hertz }), {
      title,
      name,
      kind: 'audio',
      mime: 'audio/wav',
      extension: 'wav',
      seconds,
      tags,
      client: place === 0 ? owner(2) : undefined,
    });
  return cover;
};

/** Reference prices in Dominican pesos, by unit of sale. */
const unitPrice = sql`CASE unit
  WHEN 'spot' THEN 4500 WHEN 'mention' THEN 6000 WHEN 'hour' THEN 85000 WHEN 'face_month' THEN 48000
  WHEN 'face_fortnight' THEN 27000 WHEN 'week' THEN 18000 WHEN 'month' THEN 60000 WHEN 'day' THEN 15000
  WHEN 'page' THEN 95000 WHEN 'module' THEN 3200 WHEN 'column_cm' THEN 650 WHEN 'thousand' THEN 2400
  WHEN 'cpm' THEN 280 WHEN 'post' THEN 12000 WHEN 'send' THEN 9000 WHEN 'episode' THEN 25000
  WHEN 'showing' THEN 1500 WHEN 'square_meter' THEN 1100 WHEN 'service' THEN 20000 ELSE 10000 END`;

/**
 * Rate cards: last year's, the current one, and next year's in draft. Each has prices of every article, by its duration,
 * and of the spaces by the factor of their daypart, with a second tier.
 */
const insertPriceLists = async (tx: Transaction, today: Date): Promise<void> => {
  const year = today.getUTCFullYear();
  const lists = [
    { year: year - 1, factor: '0.93', status: 'expired' },
    { year, factor: '1.00', status: 'current' },
    { year: year + 1, factor: '1.08', status: 'draft' },
  ];
  for (const [place, { year: of, factor, status }] of lists.entries()) {
    const list = await tx.one<{ id: string }>(sql`
      INSERT INTO price_lists (code, name, kind, currency_code, valid)
      VALUES (${`TAR-${String(place + 1).padStart(4, '0')}`}, ${`Tarifario general ${of}`}, 'general', 'DOP',
        ${`[${of}-01-01,${of + 1}-01-01)`}::daterange) RETURNING id`);
    const id = list?.id ?? '';
    await tx.query(sql`
      INSERT INTO prices (id, price_list_id, position, ad_article_id, unit, unit_price, floor_price)
      SELECT new_id(), ${id}::uuid, 'b' || lpad((row_number() OVER (ORDER BY code))::text, 6, '0'), id, unit, price,
        round(price * 0.7, 0)
      FROM (SELECT a.id, a.code, a.unit,
        round(${unitPrice} * coalesce(a.duration_factor, 1) * ${factor}::numeric, 0) AS price FROM ad_articles a
        WHERE a.is_active AND a.archived_at IS NULL) priced`);
    await tx.query(sql`
      WITH spaces AS (
        SELECT i.id, i.code, CASE i.capacity_unit
            WHEN 'seconds' THEN 'spot' WHEN 'spots' THEN 'spot' WHEN 'faces' THEN 'face_month' WHEN 'impressions' THEN 'cpm'
            WHEN 'modules' THEN 'module' WHEN 'column_cm' THEN 'column_cm' WHEN 'pages' THEN 'page'
            WHEN 'mentions' THEN 'mention' WHEN 'hours' THEN 'hour' ELSE 'day' END AS unit,
          coalesce(s.price_factor, 1) AS factor
        FROM inventory_items i LEFT JOIN time_slots s ON s.id = i.time_slot_id
        WHERE i.status = 'active' AND i.archived_at IS NULL
      ), priced AS (
        SELECT id, code, unit, round(${unitPrice} * factor * ${factor}::numeric, 0) AS price FROM spaces
      )
      INSERT INTO prices (id, price_list_id, position, inventory_item_id, unit, unit_price, floor_price, min_qty)
      SELECT new_id(), ${id}::uuid, 'c' || lpad((row_number() OVER (ORDER BY p.code, t.min_qty))::text, 6, '0'), p.id, p.unit,
        round(p.price * t.part, 0), round(p.price * t.part * 0.7, 0), t.min_qty
      FROM priced p CROSS JOIN (VALUES (1, 1.0), (60, 0.9)) AS t (min_qty, part)`);
    if (status !== 'draft')
      await tx.query(sql`UPDATE price_lists SET status = ${status} WHERE id = ${id}::uuid`);
  }
};

/** What is offered: price lists, packages, media, and which template each space has. */
export const insertOffer = async (tx: Transaction, options: OfferOptions): Promise<void> => {
  const cover = await insertMedia(tx, options);
  await insertPriceLists(tx, options.today);
  await insertPackages(tx, options.today, cover);
  await tx.query(sql`
    UPDATE inventory_items i SET tech_template_id = t.id FROM tech_templates t
    WHERE t.platform_id = i.platform_id AND t.status = 'published' AND i.tech_template_id IS NULL`);
};
