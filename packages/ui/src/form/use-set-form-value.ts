import { useCallback } from 'react';
import { useFormContext } from 'react-hook-form';

/**
 * Returns a function that sets another field of the surrounding form like user input, and removes its error. A field
 * that the form does not have is ignored.
 *
 * @example const setValue = useSetFormValue(); setValue('taxpayer_type', 'nonprofit');
 */
export function useSetFormValue(): (name: string, value: unknown) => void {
  const { setValue, getValues, clearErrors } = useFormContext();
  return useCallback(
    (name, value) => {
      if (!(name in getValues())) return;
      setValue(name, value, { shouldDirty: true });
      clearErrors(name);
    },
    [setValue, getValues, clearErrors],
  );
}
