const place = /\/packages\/([^/]+)\/src\/(.+)\.tsx?$/;
const declared = /\bconst (\w+) = styled\.(\w+)(?=(?:<[^`;]*>)?`)/g;
const withoutId = /^(?!import\b).*\bstyled\d*(?:\.\w+\b|\([^)]*\))(?!\.withConfig\(\{ ?componentId\b)/m;

const kebab = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();

/**
 * Gives each styled component of a source an id made of its package, file and name. Without one styled-components counts
 * them as their modules run, and the class names of a server that runs them in another order than the browser are others.
 *
 * @param source a module of a package
 * @param path where it lies
 * @throws where a styled component is declared in another way than `const Name = styled.tag` and a template
 */
export function withStableIds(source: string, path: string): string {
  const [, folder = '', file = ''] = place.exec(path) ?? [];
  const parts = ['pauta', folder, ...file.split('/')];
  const result = source.replace(declared, (_, name: string, tag: string) => {
    // `Root` of a file, and the component that the file is named after, need no name of their own.
    const own = ['root', parts.at(-1)].includes(kebab(name)) ? [] : [kebab(name)];
    return `const ${name} = styled.${tag}.withConfig({componentId:'${[...parts, ...own].join('-')}'})`;
  });
  const left = unidentified(result);
  if (left)
    throw new Error(`${path}: sin id estable, escriba «const Nombre = styled.etiqueta\`…\`»: ${left}`);
  return result;
}

/** The first line of a module that makes a styled component without an id; `null` where there is none. */
export function unidentified(code: string): string | null {
  return withoutId.exec(code)?.[0].trim() ?? null;
}
