import { useCallback } from 'react';
import { useFormContext } from 'react-hook-form';

/**
 * Returns a function that sets another field of the surrounding form like user input; for suggestions inside a form.
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
