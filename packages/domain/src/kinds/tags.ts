import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';
import { parseText } from './text.ts';

export interface TagsOptions extends FieldOptions {
  /** Maximum length of a tag; 40 characters by default. */
  readonly longest?: number;
  /** Maximum number of tags; 20 by default. */
  readonly most?: number;
}

const usual = 40;
const usualMost = 20;

export const tagsKind: Kind<readonly string[], TagsOptions> = {
  name: 'tags',
  family: 'choice',
  align: 'start',
  filter: {
    accepts: (text, { longest = usual }) =>
      text.trim() !== '' && text.length <= longest && !text.includes(','),
  },
  grouping: 'each',
  parse: (input, { longest = usual, most = usualMost }) => {
    if (!Array.isArray(input) || input.length > most) return rejected(`Use como máximo ${most} etiquetas.`);
    const tags: string[] = [];
    for (const one of input) {
      const tag = parseText(one, {
        max: longest,
        pattern: /^[^,]+$/,
        patternMessage: 'Una etiqueta no lleva comas.',
      });
      if (!tag.ok) return tag;
      if (!tags.includes(tag.value)) tags.push(tag.value);
    }
    return parsed(tags);
  },
  format: (value) => value.join(', '),
  wire: (value) => value,
  compare: (a, b) => a.join().localeCompare(b.join(), 'es'),
  column: () => 'text[]',
  schema: ({ longest = usual, most = usualMost }) => ({
    type: 'array',
    maxItems: most,
    items: { type: 'string', maxLength: longest },
  }),
};

/** Tags: free words chosen by the users. */
export const tags = (label: string, options: TagsOptions = {}): Field<readonly string[], TagsOptions> => ({
  kind: tagsKind,
  label,
  options: { width: 'wide', initial: [], ...options },
});
