import { useApi } from '@pauta/core/react';
import { useEffect, useState } from 'react';

/** A picture that is being loaded; without `url` until it is, and for good if `isBroken`. */
export interface LoadedPicture {
  readonly url: string | undefined;
  readonly isBroken: boolean;
}

/**
 * A picture of the API as an address for `<img>`. Files need the session's token, so their own address cannot show them.
 *
 * @param path null loads nothing
 * @example const { url } = usePicture(`/files/${file.id}/thumbnail`);
 */
export function usePicture(path: string | null): LoadedPicture {
  const api = useApi();
  const [url, setUrl] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (path === null) return undefined;
    const controller = new AbortController();
    let made: string | undefined;
    api
      .raw('GET', path, { signal: controller.signal })
      .then((response) => response.blob())
      .then((blob) => {
        if (controller.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      })
      .catch(() => {
        if (!controller.signal.aborted) setBroken(true);
      });
    return () => {
      controller.abort();
      setUrl(undefined);
      setBroken(false);
      if (made) URL.revokeObjectURL(made);
    };
  }, [api, path]);
  return { url, isBroken };
}
