// The registration form made with other form libraries: the same questions, implemented as their guides recommend.

/** The text questions of every form, besides the three lists below. */
const texts = [
  ['legal_name', 'Razón social', true],
  ['trade_name', 'Nombre comercial', false],
  ['tax_id', 'Número de identificación fiscal', true],
  ['first_name', 'Nombre', true],
  ['last_name', 'Apellido', true],
  ['email', 'Correo electrónico', true],
  ['phone', 'Teléfono', true],
];
const countries = ['República Dominicana', 'México', 'Colombia', 'Guatemala', 'Chile', 'Perú', 'España'];
const kinds = ['Empresa', 'Persona física'];
const media = ['Televisión', 'Radio', 'Exterior', 'Prensa', 'Digital', 'Cine'];
const questions = JSON.stringify({ texts, countries, kinds, media });
const shared = `const { texts, countries, kinds, media } = ${questions};
  const place = document.getElementById('place');`;

/** Web Awesome and its predecessor Shoelace have the same elements with different prefixes. */
const elements = (prefix, imports) => `${imports} ${shared}
  const make = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement('${prefix}-' + name), properties);
    made.append(...children);
    return made;
  };
  const form = document.createElement('form');
  form.append(
    make('select', { label: 'País', name: 'country', required: true },
      ...countries.map((name, n) => make('option', { value: String(n), textContent: name }))),
    make('radio-group', { label: 'Tipo de persona', name: 'kind', required: true },
      ...kinds.map((name, n) => make('radio', { value: String(n), textContent: name }))),
    ...texts.map(([name, label, required]) =>
      make('input', { label, name, required, type: name === 'email' ? 'email' : 'text' })),
    ...media.map((name) => make('checkbox', { name: 'media', value: name, textContent: name })),
    make('textarea', { label: 'Comentarios', name: 'comments' }),
    make('checkbox', { name: 'consent', required: true, textContent: 'Acepto el aviso de privacidad' }),
    make('button', { type: 'submit', textContent: 'Enviar registro' }),
  );
  place.append(form);`;

/**
 * The compared libraries by name: the packages to install, the script of the page, and functions that run in the page
 * and return the first text field and the consent check box once they are usable.
 */
export const peers = {
  SurveyJS: {
    dependencies: { 'survey-core': '2.5.38', 'survey-js-ui': '2.5.38' },
    script: `import 'survey-core/survey-core.min.css';
      import { Model } from 'survey-core';
      import { renderSurvey } from 'survey-js-ui';
      ${shared}
      renderSurvey(new Model({ elements: [
        { type: 'dropdown', name: 'country', title: 'País', isRequired: true, choices: countries },
        { type: 'radiogroup', name: 'kind', title: 'Tipo de persona', isRequired: true, choices: kinds },
        ...texts.map(([name, title, isRequired]) =>
          ({ type: 'text', name, title, isRequired, inputType: name === 'email' ? 'email' : 'text', textUpdateMode: 'onTyping' })),
        { type: 'checkbox', name: 'media', title: 'Medios que le interesan', choices: media },
        { type: 'comment', name: 'comments', title: 'Comentarios' },
        { type: 'boolean', name: 'consent', title: 'Acepto el aviso de privacidad', renderAs: 'checkbox', isRequired: true },
      ] }), place);`,
    first: () => document.querySelector('[data-name=legal_name] input'),
    last: () => document.querySelector('[data-name=consent] input'),
  },
  'Form.io': {
    dependencies: { '@formio/js': '5.6.0' },
    script: `import '@formio/js/dist/formio.form.min.css';
      import { Formio } from '@formio/js/form';
      ${shared}
      const values = (some) => some.map((label) => ({ label, value: label }));
      Formio.createForm(place, { components: [
        { type: 'select', key: 'country', label: 'País', input: true, validate: { required: true }, data: { values: values(countries) } },
        { type: 'radio', key: 'kind', label: 'Tipo de persona', input: true, validate: { required: true }, values: values(kinds) },
        ...texts.map(([key, label, required]) =>
          ({ type: key === 'email' ? 'email' : 'textfield', key, label, input: true, validate: { required } })),
        { type: 'selectboxes', key: 'media', label: 'Medios que le interesan', input: true, values: values(media) },
        { type: 'textarea', key: 'comments', label: 'Comentarios', input: true },
        { type: 'checkbox', key: 'consent', label: 'Acepto el aviso de privacidad', input: true, validate: { required: true } },
        { type: 'button', key: 'submit', label: 'Enviar registro', action: 'submit', input: true },
      ] });`,
    first: () => document.querySelector('[name="data[legal_name]"]'),
    last: () => document.querySelector('[name="data[consent]"]'),
  },
  Shoelace: {
    dependencies: { '@shoelace-style/shoelace': '2.20.1' },
    script: elements(
      'sl',
      `import '@shoelace-style/shoelace/dist/themes/light.css';
      ${['button', 'checkbox', 'input', 'option', 'radio', 'radio-group', 'select', 'textarea'].map((name) => `import '@shoelace-style/shoelace/dist/components/${name}/${name}.js';`).join('')}`,
    ),
    first: () => document.querySelector('sl-input')?.shadowRoot?.querySelector('input'),
    last: () => [...document.querySelectorAll('sl-checkbox')].at(-1)?.shadowRoot?.querySelector('input'),
  },
  'Web Awesome': {
    dependencies: { '@awesome.me/webawesome': '3.14.0' },
    script: elements(
      'wa',
      `import '@awesome.me/webawesome/dist/styles/webawesome.css';
      ${['button', 'checkbox', 'input', 'option', 'radio', 'radio-group', 'select', 'textarea'].map((name) => `import '@awesome.me/webawesome/dist/components/${name}/${name}.js';`).join('')}`,
    ),
    first: () => document.querySelector('wa-input')?.shadowRoot?.querySelector('input'),
    last: () => [...document.querySelectorAll('wa-checkbox')].at(-1)?.shadowRoot?.querySelector('input'),
  },
};
