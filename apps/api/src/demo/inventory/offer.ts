import { createHash } from 'node:crypto';
import type { MediaKind } from '@pauta/domain/media/files/media-file.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { insertFile } from '../../files/store-file.ts';
import { keepMeasures } from '../../media/measuring/keep-measures.ts';
import { measureMedia } from '../../media/measuring/measure-media.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Account } from '../crm/accounts.ts';
import { insertPackages } from './packages.ts';
import { pdf } from './pdf.ts';
import { insertPriceLists } from './price-lists.ts';
import { wave } from './wave.ts';

interface OfferOptions {
  readonly storage: Pick<Storage, 'put'>;
  readonly clients: readonly Account[];
  readonly today: Date;
  readonly rateCards: number;
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
  const uploader = await tx.one<{ id: string }>(sql`
    SELECT r.user_id AS id FROM user_roles r JOIN roles o ON o.id = r.role_id WHERE o.name = 'inventory'
    ORDER BY r.user_id LIMIT 1`);
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
      kind: MediaKind;
      mime: string;
      extension: string;
      tags: readonly string[];
      client?: string | undefined;
      until?: string;
    },
  ): Promise<string> => {
    const path = await storage.put(bytes, { kind: 'documents', extension });
    const sha256 = createHash('sha256').update(bytes).digest();
    const file = await insertFile(tx, { name, mime, bytes: bytes.length, sha256 }, path);
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO media_files (title, kind, file, client_id, rights_until, rights_territory, tags, created_by)
      VALUES (${title}, ${kind}, ${file.id}::uuid, ${columns.client ?? null}::uuid, ${columns.until ?? null}::date,
        'República Dominicana', ${tags}::text[], ${uploader?.id ?? null}::uuid)
      RETURNING id`);
    await keepMeasures(tx, file.id, await measureMedia(bytes, mime));
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
      tags,
      client: place === 0 ? owner(2) : undefined,
    });
  // Its library is loaded only here: a server without the demonstration does without it.
  const { film } = await import('./film.ts');
  const videos = [
    [
      'Spot de temporada, 4 s',
      'spot-temporada.mp4',
      { width: 320, height: 180, seconds: 4, amplitude: 0.06 },
    ],
    ['Spot vertical para pantallas', 'spot-vertical.mp4', { width: 180, height: 320, seconds: 3, shade: 90 }],
  ] as const;
  for (const [place, [title, name, options]] of videos.entries()) {
    // Where the system has no encoders, the demonstration has no videos.
    const bytes = await film(options).catch(() => null);
    if (bytes)
      await make(bytes, {
        title,
        name,
        kind: 'video',
        mime: 'video/mp4',
        extension: 'mp4',
        tags: ['spot'],
        client: owner(place),
        until: `${year + 1}-06-30`,
      });
  }
  await make(pdf(['Guía de marca', 'Colores', 'Usos que se piden y que se evitan']), {
    title: 'Guía de marca',
    name: 'guia-de-marca.pdf',
    kind: 'document',
    mime: 'application/pdf',
    extension: 'pdf',
    tags: ['marca'],
    client: owner(0),
  });
  return cover;
};

/** What is offered: price lists, packages, media, and which template each space has. */
export const insertOffer = async (tx: Transaction, options: OfferOptions): Promise<void> => {
  const cover = await insertMedia(tx, options);
  await insertPriceLists(tx, options);
  await insertPackages(tx, options.today, cover);
  await tx.query(sql`
    UPDATE inventory_items i SET tech_template_id = t.id FROM tech_templates t
    WHERE t.platform_id = i.platform_id AND t.status = 'published' AND i.tech_template_id IS NULL`);
};
