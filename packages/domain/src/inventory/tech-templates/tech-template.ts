import { adArticles, platforms } from '../../catalogues/inventory.ts';
import { defineDocument } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { mediaFiles } from '../../media/files/media-file.ts';
import type { Resource } from '../../resource/resource.ts';
import { techTemplateFields, techTemplateMaterials } from './tech-template-lines.ts';

const counted = { readOnly: true, computed: true, sortable: false, aggregate: null } as const;

/** States of a template. New sheets are made from a published one. */
export const techTemplateStates = {
  draft: ['Borrador', 'neutral'],
  published: ['Publicada', 'success'],
  obsolete: ['Obsoleta', 'neutral'],
} as const;

/**
 * What is asked for each sold item: data to fill in and material to deliver (domain §1.7, seeds §6.34). A published
 * template is frozen; a change is a new version, which makes the former one obsolete when it is published. Sheets keep
 * the version they were made from.
 */
export const techTemplates: Resource = defineDocument({
  name: 'tech_templates',
  screen: 'inventario/gestion-fichas-tecnicas',
  label: { one: 'Plantilla de ficha técnica', many: 'Plantillas de fichas técnicas', gender: 'f' },
  fields: {
    code: text('Código', { max: 30, required: true, upperCase: true, sortable: true, width: 'short' }),
    version: integer('Versión', { required: true, readOnly: true, initial: 1, min: 1, aggregate: null }),
    name: text('Nombre', { max: 120, required: true, sortable: true, width: 'wide' }),
    platform_id: reference('Plataforma', () => platforms, { required: true }),
    ad_article_id: reference('Artículo publicitario', () => adArticles, {
      filter: { platform_id: 'platform_id' },
      hint: 'Vacío: para todos los de la plataforma.',
    }),
    status: choice('Estado', techTemplateStates, {
      required: true,
      readOnly: true,
      sortable: true,
      initial: 'draft',
      width: 'short',
    }),
    lead_time_days: integer('Entrega (días antes)', {
      required: true,
      initial: 3,
      min: 0,
      max: 365,
      aggregate: null,
      hint: 'Días hábiles antes del inicio en que debe estar el material.',
    }),
    instructions: longText('Indicaciones', { max: 4000 }),
    sample_id: reference('Archivo de muestra', () => mediaFiles),
    materials_count: integer('Materiales', { ...counted, hint: 'Cuántos archivos pide.' }),
    in_use: integer('En uso', {
      ...counted,
      seenBy: { viewAll: 'tech_sheets.view_all' },
      hint: 'Fichas hechas con esta versión cuyo vuelo no ha terminado.',
    }),
  },
  title: 'name',
  subtitle: 'code',
  keys: [],
  search: ['code', 'name'],
  columns: [
    'code',
    'name',
    'version',
    'platform_id',
    'ad_article_id',
    'materials_count',
    'in_use',
    'lead_time_days',
    'status',
  ],
  brief: ['platform_id', 'version'],
  filters: ['status', 'platform_id', 'ad_article_id', 'lead_time_days', 'materials_count', 'in_use'],
  sections: [
    {
      label: 'Plantilla',
      fields: [
        'code',
        'version',
        'name',
        'platform_id',
        'ad_article_id',
        'lead_time_days',
        'status',
        'materials_count',
        'in_use',
      ],
    },
    { label: 'Indicaciones', fields: ['instructions', 'sample_id'] },
  ],
  permissions: {
    viewAll: 'tech_templates.view_all',
    create: 'tech_templates.create',
    updateAll: 'tech_templates.update_all',
    archive: 'tech_templates.delete',
    export: 'tech_templates.export',
    import: 'tech_templates.import',
  },
  offeredIn: ['published'],
  finished: ['obsolete'],
  notes: true,
  state: 'status',
  commands: {
    publish: {
      label: 'Publicar',
      done: 'Plantilla publicada',
      from: ['draft'],
      to: 'published',
      permission: 'tech_templates.publish',
      checked: true,
      tone: 'primary',
      explanation:
        'Ya no se modifica, y la versión publicada anterior queda obsoleta. Las fichas en curso conservan la suya.',
      undo: { never: 'Puede haber fichas hechas con ella: publique otra versión.' },
    },
    new_version: {
      label: 'Nueva versión',
      done: 'Versión creada',
      permission: 'tech_templates.create',
      guards: [
        {
          needs: ['status'],
          why: ({ status }) =>
            status === 'draft'
              ? { code: 'draft', text: 'Esta versión es un borrador: cámbiela directamente.' }
              : null,
        },
      ],
      checked: true,
      explanation: 'Hace una copia en borrador con el número de versión siguiente.',
      single: true,
      undo: { by: 'log' },
    },
    copy: {
      label: 'Copiar',
      done: 'Plantilla copiada',
      permission: 'tech_templates.create',
      fields: {
        code: text('Código', { max: 30, required: true, upperCase: true, width: 'short' }),
        name: text('Nombre', { max: 120, required: true, width: 'wide' }),
        platform_id: reference('Plataforma', () => platforms, { required: true }),
      },
      explanation:
        'Hace otra plantilla en borrador con los mismos datos y materiales, por ejemplo para otra plataforma.',
      single: true,
      undo: { by: 'log' },
    },
    retire: {
      label: 'Marcar obsoleta',
      done: 'Plantilla obsoleta',
      from: ['published'],
      to: 'obsolete',
      permission: 'tech_templates.publish',
      tone: 'danger',
      explanation: 'Ya no se usa en fichas nuevas. Las que existen la conservan.',
      undo: { never: 'Cree una versión nueva y publíquela.' },
    },
  },
  lines: {
    data: { of: () => techTemplateFields, by: 'tech_template_id', mode: 'inBody', max: 100, derived: [] },
    materials: {
      of: () => techTemplateMaterials,
      by: 'tech_template_id',
      mode: 'inBody',
      max: 30,
      derived: [],
    },
  },
  freeze: { from: ['published', 'obsolete'], except: [] },
});
