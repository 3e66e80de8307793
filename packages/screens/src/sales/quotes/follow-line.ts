import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { Follow, LineChange } from '@pauta/ui/document/form/follow.ts';
import type { QuoteTables, Suggestions } from './quote-tables.ts';

/** A description that nobody wrote: empty, or the name of what was chosen before. */
const isOwn = ({ line, before }: LineChange, name: string): boolean =>
  isEmpty(line.description) || line.description === (before[name] as Reference | null | undefined)?.label;

const usualClassification = (
  { line }: LineChange,
  { paid, bonus }: Suggestions['classifications'],
): Values => {
  const usual = line.line_kind === 'bonus' ? bonus : paid;
  const other = line.line_kind === 'bonus' ? paid : bonus;
  const chosen = referenceId(line.ad_classification_id);
  return usual && (chosen === null || chosen === other?.id) ? { ad_classification_id: usual } : {};
};

/**
 * What follows from a change of a line of a quote: a new line starts with the flight of the quote; a chosen space brings
 * its article, duration, days and name; an article its duration; a package its name and how many are sold at once.
 */
export const followLine: Follow = (change) => {
  const { name, line, header } = change;
  const tables = change.tables as QuoteTables | undefined;
  const suggestions = tables?.suggestions;
  const flight = isEmpty(line.flight) && !isEmpty(header.flight) ? { flight: header.flight } : {};
  const classified = suggestions ? usualClassification(change, suggestions.classifications) : {};
  switch (name) {
    case '':
    case 'line_kind':
      return { ...flight, ...classified };
    case 'inventory_item_id': {
      const id = referenceId(line.inventory_item_id);
      if (id === null) return {};
      const space = suggestions?.spaces[id];
      if (!space) return null;
      return {
        ...flight,
        ...classified,
        ad_article_id: space.ad_article,
        duration_sec: space.duration_sec,
        ...(space.days && { days: space.days }),
        ...(isOwn(change, name) && { description: space.name }),
      };
    }
    case 'ad_article_id': {
      const id = referenceId(line.ad_article_id);
      if (id === null) return {};
      const article = suggestions?.articles[id];
      if (!article) return null;
      return {
        ...flight,
        ...classified,
        ...(article.duration_sec !== null && { duration_sec: article.duration_sec }),
        ...(referenceId(line.inventory_item_id) === null &&
          isOwn(change, name) && { description: article.name }),
      };
    }
    case 'package_id': {
      const id = referenceId(line.package_id);
      if (id === null) return {};
      const found = suggestions?.packages[id];
      if (!found) return null;
      return {
        ...flight,
        ...classified,
        components: null,
        ...(found.min_qty !== null && { units: found.min_qty }),
        ...(isOwn(change, name) && { description: found.name }),
      };
    }
    default:
      return {};
  }
};
