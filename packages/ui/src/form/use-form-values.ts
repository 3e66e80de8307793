import { useWatch } from 'react-hook-form';

/**
 * What is typed into other fields of the form around, for hints inside it.
 *
 * @example const [name, country] = useFormValues(['legal_name', 'country_id']);
 */
export function useFormValues(names: readonly string[]): readonly unknown[] {
  return useWatch({ name: names as string[] });
}
