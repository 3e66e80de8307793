import type { DateRange } from '../kinds/date-range.ts';
import type { Rule } from './resource.ts';

/**
 * The rule that a period with a value has both its first and its last day.
 *
 * @param field name of a field of the kind `dateRange`
 * @example rules: [closedRange('dates')]
 */
export const closedRange =
  (field: string): Rule =>
  (values) => {
    const period = values[field] as DateRange | null | undefined;
    return period && (!period.from || !period.to)
      ? { [field]: ['Indique el primer y el último día.'] }
      : null;
  };
