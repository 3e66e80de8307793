import type { Reference } from '../../kinds/reference.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Values } from '../../resource/resource.ts';
import { describeLimits, type LimitsGiven } from './material-limits.ts';
import { plainDecimal } from './plain-decimal.ts';
import { techTemplateStates } from './tech-template.ts';
import { materialKinds, techFieldTypes } from './tech-template-lines.ts';

type Pairs = readonly (readonly [label: string, value: string])[];

/** The texts of a technical specification, for whoever produces the material. */
export interface Specification {
  readonly title: string;
  /** Behind the text of each page, where the template is not published. */
  readonly mark: string | null;
  readonly facts: Pairs;
  readonly instructions: string | null;
  readonly materials: readonly {
    readonly title: string;
    readonly limits: Pairs;
    readonly instructions: string | null;
  }[];
  /** What is to be filled in: its label, and how. */
  readonly questions: Pairs;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const answerOf = ({ type, unit, min, max, options, is_required, hint }: Values): string => {
  const choices = (options ?? []) as readonly string[];
  return [
    techFieldTypes[type as keyof typeof techFieldTypes],
    textOf(unit) && `en ${unit}`,
    textOf(min) && `${plainDecimal(String(min))} o más`,
    textOf(max) && `${plainDecimal(String(max))} o menos`,
    choices.length > 0 && choices.join(', '),
    !is_required && 'opcional',
    textOf(hint),
  ]
    .filter(Boolean)
    .join(' · ');
};

/**
 * The technical specification of a template, without what is internal.
 *
 * @param template as the API answers it, with its lines
 * @example specificationOf(template).facts[0] // ['Código', 'SPOT-TV, versión 1']
 */
export const specificationOf = (template: Values): Specification => {
  const { code, version, name, status, lead_time_days } = template;
  const state = techTemplateStates[status as keyof typeof techTemplateStates][0];
  const article = (template.ad_article_id as Reference | null)?.label;
  const days = Number(lead_time_days);
  return {
    title: `Especificación técnica: ${name}`,
    mark: status === 'published' ? null : state.toLocaleUpperCase('es'),
    facts: [
      ['Código', `${code}, versión ${version}`],
      ['Plataforma', (template.platform_id as Reference).label],
      ...(article === undefined ? [] : [['Artículo', article] as const]),
      ['Entrega', `${days} ${days === 1 ? 'día hábil' : 'días hábiles'} antes del inicio`],
    ],
    instructions: textOf(template.instructions),
    materials: linesIn(template, 'materials').map((material) => ({
      title: `${material.name} (${materialKinds[material.kind as keyof typeof materialKinds].toLocaleLowerCase('es')})`,
      limits: describeLimits(material as LimitsGiven).map(({ label, text }) => [label, text] as const),
      instructions: textOf(material.instructions),
    })),
    questions: linesIn(template, 'data').map((asked) => [String(asked.label), answerOf(asked)] as const),
  };
};
