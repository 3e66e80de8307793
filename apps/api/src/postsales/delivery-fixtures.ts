import sql from 'sql-template-tag';
import { type Database, systemChange } from '../platform/database/database.ts';

/**
 * Gives a space a published template that asks for a number, a comment that may be left out, and a document or an image,
 * in this order. For tests.
 *
 * @param code of the template; unique
 */
export const addTemplate = async (
  database: Database,
  itemId: string,
  code: string,
  material: 'document' | 'image' = 'document',
): Promise<void> => {
  await database.transaction(systemChange('fixture'), async (tx) => {
    const template = await tx.one<{ id: string }>(sql`
      INSERT INTO tech_templates (code, name, platform_id, lead_time_days)
      SELECT ${code}, 'Plantilla de prueba', platform_id, 3 FROM inventory_items WHERE id = ${itemId}::uuid RETURNING id`);
    await tx.query(sql`
      INSERT INTO tech_template_fields (id, tech_template_id, position, label, type, is_required, max)
      VALUES (new_id(), ${template?.id}::uuid, 'a0', 'Duración', 'number', true, 30),
        (new_id(), ${template?.id}::uuid, 'a1', 'Comentario', 'text', false, NULL)`);
    await tx.query(sql`
      INSERT INTO tech_template_materials (id, tech_template_id, position, name, kind, file_types)
      VALUES (new_id(), ${template?.id}::uuid, 'a0', 'Arte', ${material},
        ${material === 'image' ? ['png'] : ['pdf']})`);
    await tx.query(
      sql`UPDATE inventory_items SET tech_template_id = ${template?.id}::uuid WHERE id = ${itemId}::uuid`,
    );
  });
  await database.transaction(systemChange('fixture'), (tx) =>
    tx.query(sql`UPDATE tech_templates SET status = 'published' WHERE code = ${code}`),
  );
};
