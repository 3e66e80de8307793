import { useWatch } from 'react-hook-form';

/**
 * The current input of other fields in the surrounding form, for hints.
 *
 * @example const [name, country] = useFormValues(['legal_name', 'country_id']);
 */
export function useFormValues(names: readonly string[]): readonly unknown[] {
  return useWatch({ name: names as string[] });
}
