/** A street or highway along which faces stand. */
export interface Road {
  readonly name: string;
  /** ISO 3166-2 code of its province. */
  readonly province: string;
  readonly place: string;
  readonly circuit: 'Vallas Gran Santo Domingo' | 'Vallas Cibao' | 'Vallas Este y Sur';
  /** Its share of the faces. */
  readonly weight: number;
  /** Vehicles that pass in a day, in thousands. */
  readonly traffic: number;
  /** Of a highway: the kilometre at which it begins. Streets have none. */
  readonly km?: number;
  /** Latitude and longitude of points along it; faces stand on the lines between them. */
  readonly points: readonly (readonly [number, number])[];
}

// Name | province | place | weight | traffic | first kilometre of a highway | latitude,longitude of points, approximate.

const capital = `
  Av. 27 de Febrero | DO-01 | Distrito Nacional | 22 | 118 | - | 18.447,-69.9705 18.4548,-69.956 18.4633,-69.9385 18.4693,-69.9225 18.4745,-69.9105 18.483,-69.896
  Av. Winston Churchill | DO-01 | Distrito Nacional | 14 | 82 | - | 18.4515,-69.9335 18.4633,-69.9385 18.48,-69.9445
  Av. Abraham Lincoln | DO-01 | Distrito Nacional | 13 | 78 | - | 18.4575,-69.927 18.4662,-69.931 18.483,-69.9385
  Av. John F. Kennedy | DO-01 | Distrito Nacional | 20 | 142 | - | 18.487,-69.912 18.4836,-69.939 18.4845,-69.955 18.4855,-69.978
  Autopista Duarte | DO-32 | Santo Domingo Oeste | 18 | 128 | 9 | 18.487,-69.985 18.517,-70.015 18.566,-70.092
  Av. Luperón | DO-01 | Distrito Nacional | 11 | 74 | - | 18.44,-69.972 18.448,-69.979 18.485,-69.983
  Av. Bolívar | DO-01 | Distrito Nacional | 8 | 61 | - | 18.4715,-69.894 18.4675,-69.91 18.462,-69.927
  Av. Máximo Gómez | DO-01 | Distrito Nacional | 12 | 88 | - | 18.467,-69.9079 18.4745,-69.9105 18.487,-69.9125 18.509,-69.908
  Autopista Las Américas | DO-32 | Santo Domingo Este | 18 | 96 | 4 | 18.4855,-69.87 18.484,-69.84 18.477,-69.79 18.466,-69.72 18.461,-69.67 18.468,-69.615
  Av. Charles de Gaulle | DO-32 | Santo Domingo Este | 13 | 84 | - | 18.488,-69.827 18.526,-69.84 18.55,-69.872
  Av. Independencia | DO-01 | Distrito Nacional | 10 | 52 | - | 18.468,-69.899 18.46,-69.916 18.454,-69.933 18.442,-69.96
  Av. Núñez de Cáceres | DO-01 | Distrito Nacional | 10 | 69 | - | 18.4475,-69.949 18.4548,-69.956 18.4845,-69.956
  Av. Tiradentes | DO-01 | Distrito Nacional | 8 | 57 | - | 18.4605,-69.918 18.4693,-69.9225 18.489,-69.928
  Av. Sarasota | DO-01 | Distrito Nacional | 7 | 44 | - | 18.452,-69.934 18.4548,-69.955
  Av. Rómulo Betancourt | DO-01 | Distrito Nacional | 8 | 58 | - | 18.4585,-69.931 18.451,-69.961
  Av. San Vicente de Paúl | DO-32 | Santo Domingo Este | 9 | 63 | - | 18.488,-69.846 18.513,-69.856
  Av. Venezuela | DO-32 | Santo Domingo Este | 6 | 55 | - | 18.484,-69.864 18.5,-69.858
  Carretera Mella | DO-32 | Santo Domingo Este | 10 | 66 | 7 | 18.505,-69.858 18.52,-69.8 18.53,-69.73
  Av. Hermanas Mirabal | DO-32 | Santo Domingo Norte | 10 | 77 | - | 18.511,-69.908 18.555,-69.902
  Av. Jacobo Majluta | DO-32 | Santo Domingo Norte | 7 | 59 | - | 18.535,-69.95 18.547,-69.895
`;

const north = `
  Autopista Duarte, tramo Bonao | DO-28 | Bonao | 10 | 64 | 75 | 18.83,-70.3 18.942,-70.4 19,-70.42
  Autopista Duarte, tramo La Vega | DO-13 | La Vega | 12 | 72 | 110 | 19.11,-70.49 19.22,-70.535 19.3,-70.58
  Av. Pedro A. Rivera | DO-13 | La Vega | 8 | 41 | - | 19.231,-70.52 19.214,-70.536
  Av. La Confluencia | DO-13 | Jarabacoa | 3 | 14 | - | 19.118,-70.637 19.128,-70.645
  Autopista Duarte, tramo Santiago | DO-25 | Santiago | 13 | 86 | 140 | 19.4,-70.63 19.43,-70.66 19.447,-70.69
  Av. Estrella Sadhalá | DO-25 | Santiago | 14 | 79 | - | 19.436,-70.683 19.453,-70.678 19.469,-70.695 19.472,-70.713
  Av. Juan Pablo Duarte | DO-25 | Santiago | 10 | 62 | - | 19.455,-70.699 19.448,-70.682 19.441,-70.672
  Av. 27 de Febrero de Santiago | DO-25 | Santiago | 9 | 58 | - | 19.464,-70.707 19.48,-70.726
  Av. Las Carreras | DO-25 | Santiago | 7 | 47 | - | 19.4545,-70.706 19.449,-70.692
  Av. Bartolomé Colón | DO-25 | Santiago | 7 | 49 | - | 19.457,-70.69 19.466,-70.699
  Autopista Joaquín Balaguer | DO-25 | Navarrete | 10 | 55 | 5 | 19.475,-70.73 19.52,-70.81 19.56,-70.87
  Carretera Moca–Licey | DO-09 | Moca | 7 | 31 | 8 | 19.41,-70.59 19.394,-70.527
  Av. Antonio Guzmán Fernández | DO-06 | San Francisco de Macorís | 8 | 39 | - | 19.29,-70.262 19.301,-70.244
  Carretera San Francisco–Nagua | DO-14 | Nagua | 5 | 19 | 20 | 19.31,-70.02 19.365,-69.87
  Av. Manolo Tavárez Justo | DO-18 | Puerto Plata | 7 | 37 | - | 19.773,-70.705 19.788,-70.692
  Carretera Puerto Plata–Sosúa | DO-18 | Sosúa | 8 | 34 | 6 | 19.768,-70.64 19.745,-70.575 19.74,-70.53
  Av. Benito Monción | DO-27 | Mao | 4 | 18 | - | 19.556,-71.084 19.547,-71.072
  Carretera Duarte, tramo Esperanza | DO-27 | Esperanza | 4 | 23 | 40 | 19.58,-70.96 19.6,-71.03
  Av. María Trinidad Sánchez | DO-20 | Samaná | 3 | 13 | - | 19.213,-69.345 19.219,-69.336
`;

const south = `
  Autopista 6 de Noviembre | DO-21 | San Cristóbal | 12 | 68 | 12 | 18.452,-70.015 18.42,-70.095
  Av. Constitución | DO-21 | San Cristóbal | 6 | 34 | - | 18.408,-70.112 18.424,-70.107
  Carretera Sánchez | DO-17 | Baní | 11 | 38 | 40 | 18.345,-70.18 18.3,-70.29 18.284,-70.331
  Carretera Sánchez, tramo Azua | DO-02 | Azua | 7 | 24 | 85 | 18.39,-70.49 18.455,-70.6 18.46,-70.73
  Av. Casandra Damirón | DO-04 | Barahona | 6 | 21 | - | 18.206,-71.108 18.214,-71.102
  Carretera Azua–Barahona | DO-04 | Cabral y Vicente Noble | 5 | 16 | 150 | 18.37,-71.12 18.29,-71.16 18.235,-71.13
  Av. Anacaona | DO-22 | San Juan de la Maguana | 6 | 26 | - | 18.804,-71.238 18.811,-71.222
  Autovía del Este | DO-23 | San Pedro de Macorís | 12 | 54 | 55 | 18.468,-69.39 18.473,-69.3 18.475,-69.21
  Av. Francisco Alberto Caamaño | DO-23 | San Pedro de Macorís | 7 | 36 | - | 18.4585,-69.316 18.464,-69.296
  Autovía del Este, tramo Romana | DO-12 | La Romana | 9 | 47 | 98 | 18.445,-69.06 18.44,-68.98
  Av. Santa Rosa | DO-12 | La Romana | 7 | 33 | - | 18.436,-68.972 18.426,-68.964
  Autopista del Coral | DO-11 | Higüey | 12 | 45 | 20 | 18.5,-68.8 18.545,-68.62 18.57,-68.46
  Av. La Altagracia | DO-11 | Higüey | 7 | 35 | - | 18.611,-68.719 18.617,-68.702
  Av. Barceló | DO-11 | Bávaro | 10 | 48 | - | 18.598,-68.425 18.64,-68.432 18.672,-68.43
  Boulevard Turístico del Este | DO-11 | Punta Cana | 9 | 42 | 2 | 18.565,-68.4 18.62,-68.41 18.65,-68.42
  Autopista Juan Pablo II | DO-29 | Monte Plata | 7 | 22 | 30 | 18.66,-69.72 18.85,-69.7
  Av. Duarte de Hato Mayor | DO-30 | Hato Mayor del Rey | 3 | 15 | - | 18.761,-69.26 18.768,-69.252
`;

const parse = (circuit: Road['circuit'], table: string): Road[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', province = '', place = '', weight, traffic, km, points = ''] = line
        .split('|')
        .map((cell) => cell.trim());
      return {
        name,
        province,
        place,
        circuit,
        weight: Number(weight),
        traffic: Number(traffic),
        ...(km !== '-' && { km: Number(km) }),
        points: points.split(' ').map((point) => {
          const [latitude, longitude] = point.split(',');
          return [Number(latitude), Number(longitude)] as const;
        }),
      };
    });

/** Streets and highways of the country, with approximate courses that are on land on the outline of the map. */
export const roads: readonly Road[] = [
  ...parse('Vallas Gran Santo Domingo', capital),
  ...parse('Vallas Cibao', north),
  ...parse('Vallas Este y Sur', south),
];
