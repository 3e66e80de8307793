import { useCallback } from 'react';
import { useFormContext } from 'react-hook-form';

/**
 * Writes into another field of the form around, as a person would: for proposals inside it.
 *
 * @example const setValue = useSetFormValue(); setValue('taxpayer_type', 'nonprofit');
 */
export function useSetFormValue(): (name: string, value: unknown) => void {
  const { setValue, clearErrors } = useFormContext();
  return useCallback(
    (name, value) => {
      setValue(name, value, { shouldDirty: true });
      clearErrors(name);
    },
    [setValue, clearErrors],
  );
}
