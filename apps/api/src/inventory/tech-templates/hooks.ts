import { techTemplateMaterials } from '@pauta/domain/inventory/tech-templates/tech-template-lines.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

const asksNothing: Reason = {
  code: 'asks_nothing',
  text: 'La plantilla no pide datos ni materiales. Agregue alguno antes de publicarla.',
};

/** Publishing a version makes the former one obsolete. */
const publish: CommandHandler<void, AnyRecord> = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string }>(sql`
      SELECT t.id FROM tech_templates t
      WHERE t.id = ANY(${ids}::uuid[])
        AND NOT EXISTS (SELECT FROM tech_template_fields f WHERE f.tech_template_id = t.id)
        AND NOT EXISTS (SELECT FROM tech_template_materials m WHERE m.tech_template_id = t.id)`);
    return new Map(rows.map(({ id }) => [id, [asksNothing]]));
  },
  run: async ({ tx }, record) => {
    await tx.query(sql`
      UPDATE tech_templates SET status = 'obsolete'
      WHERE code = ${record.code} AND status = 'published' AND id <> ${record.id}::uuid`);
    return undefined;
  },
};

/** What a copy of a material takes over: its position and everything that people entered. */
const materialColumns = join(
  ['position', ...Object.keys(techTemplateMaterials.fields).filter((name) => name !== 'origin')].map((name) =>
    raw(name),
  ),
);

/** Copies a template with its lines; `columns` are the values of code, version, name and platform, in this order. */
const copyTemplate = async (tx: Transaction, id: string, columns: Sql): Promise<string> => {
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO tech_templates (code, version, name, platform_id, ad_article_id, lead_time_days, instructions, sample_id)
    SELECT ${columns}, lead_time_days, instructions, sample_id FROM tech_templates t WHERE id = ${id}::uuid RETURNING id`);
  if (!made) throw new Error('copying a template made none');
  await tx.query(sql`
    INSERT INTO tech_template_fields (id, tech_template_id, origin, position, label, type, unit, is_required, min, max,
      options, hint)
    SELECT new_id(), ${made.id}::uuid, coalesce(origin, id::text), position, label, type, unit, is_required, min, max,
      options, hint
    FROM tech_template_fields WHERE tech_template_id = ${id}::uuid ORDER BY position, id`);
  await tx.query(sql`
    INSERT INTO tech_template_materials (id, tech_template_id, origin, ${materialColumns})
    SELECT new_id(), ${made.id}::uuid, coalesce(origin, id::text), ${materialColumns}
    FROM tech_template_materials WHERE tech_template_id = ${id}::uuid ORDER BY position, id`);
  return made.id;
};

const newVersion: CommandHandler<void, AnyRecord> = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; draft: string; version: number }>(sql`
      SELECT DISTINCT ON (t.id) t.id, d.id AS draft, d.version FROM tech_templates t
        JOIN tech_templates d ON d.code = t.code AND d.status = 'draft' AND d.archived_at IS NULL AND d.id <> t.id
      WHERE t.id = ANY(${ids}::uuid[]) ORDER BY t.id, d.version`);
    return new Map(
      rows.map(({ id, draft, version }) => [
        id,
        [
          {
            code: 'has_draft',
            text: `La versión ${version} ya está en borrador: cámbiela, publíquela o archívela.`,
            fix: {
              label: `Abrir la versión ${version}`,
              path: `/inventario/gestion-fichas-tecnicas/${draft}`,
            },
          },
        ],
      ]),
    );
  },
  run: async ({ tx }, record) => ({
    createdId: await copyTemplate(
      tx,
      record.id,
      sql`t.code, (SELECT max(o.version) + 1 FROM tech_templates o WHERE o.code = t.code), t.name, t.platform_id, t.ad_article_id`,
    ),
  }),
};

const copy: CommandHandler<void, AnyRecord> = {
  run: async ({ tx }, record, input) => {
    const platform = (input.platform_id as Reference).id;
    return {
      createdId: await copyTemplate(
        tx,
        record.id,
        // An article belongs to one platform.
        sql`${input.code}, 1, ${input.name}, ${platform}::uuid,
          CASE WHEN t.platform_id = ${platform}::uuid THEN t.ad_article_id END`,
      ),
    };
  },
};

/** Server code of the templates of technical sheets (domain §1.7). */
export const techTemplateHooks: ResourceHooks = {
  commands: {
    publish: publish as CommandHandler,
    new_version: newVersion as CommandHandler,
    copy: copy as CommandHandler,
  },
};
