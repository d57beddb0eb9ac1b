/** Headlines in the languages of the corpus other than English. */
export interface HeadlineLanguage {
  /** `{topic}` and `{place}` are replaced. */
  readonly frames: readonly [string, ...string[]];
  /** By the topic's English name. */
  readonly topics: Readonly<Record<string, string>>;
}

const names = [
  "World",
  "Nation",
  "Health",
  "Education",
  "Travel",
  "Climate",
  "Business",
  "Technology",
  "Science",
  "Sports",
  "Entertainment",
  "Food",
] as const;

function inOrder(...words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, position) => [name, words[position] ?? name]));
}

export const headlineLanguages: Readonly<Record<string, HeadlineLanguage>> = {
  fr: {
    frames: [
      "{topic} : ce qui change à {place} cette semaine",
      "À {place}, une journée décisive – {topic}",
      "{topic} : cinq questions posées depuis {place}",
      "{topic} : le tournant inattendu de {place}",
      "Vu de {place} : le dossier {topic} en trois cartes",
    ],
    topics: inOrder(
      "Monde",
      "Politique",
      "Santé",
      "Éducation",
      "Voyage",
      "Climat",
      "Économie",
      "Technologie",
      "Science",
      "Sport",
      "Culture",
      "Cuisine",
    ),
  },
  de: {
    frames: [
      "{topic}: Was sich in {place} jetzt ändert",
      "{place} sucht neue Wege – {topic}",
      "{topic}: Fünf Fragen aus {place}",
      "{topic}: Überraschende Wende in {place}",
      "Blick nach {place}: {topic} in Zahlen",
    ],
    topics: inOrder(
      "Welt",
      "Politik",
      "Gesundheit",
      "Bildung",
      "Reise",
      "Klima",
      "Wirtschaft",
      "Technik",
      "Wissenschaft",
      "Sport",
      "Kultur",
      "Essen",
    ),
  },
  es: {
    frames: [
      "{topic}: lo que cambia en {place} esta semana",
      "{place} busca nuevos caminos – {topic}",
      "{topic}: cinco preguntas desde {place}",
      "{topic}: el giro inesperado de {place}",
      "Desde {place}: {topic} en tres gráficos",
    ],
    topics: inOrder(
      "Mundo",
      "Política",
      "Salud",
      "Educación",
      "Viajes",
      "Clima",
      "Economía",
      "Tecnología",
      "Ciencia",
      "Deportes",
      "Cultura",
      "Cocina",
    ),
  },
  pt: {
    frames: [
      "{topic}: o que muda em {place} nesta semana",
      "{place} procura novos caminhos – {topic}",
      "{topic}: cinco perguntas a partir de {place}",
      "{topic}: a virada inesperada de {place}",
    ],
    topics: inOrder(
      "Mundo",
      "Política",
      "Saúde",
      "Educação",
      "Viagem",
      "Clima",
      "Economia",
      "Tecnologia",
      "Ciência",
      "Esportes",
      "Cultura",
      "Comida",
    ),
  },
  ja: {
    frames: [
      "{topic}:{place}で今週変わること",
      "{place}から見る{topic}の現在",
      "{topic}の転換点、{place}の挑戦",
      "{place}発・{topic}を読み解く五つの問い",
    ],
    topics: inOrder(
      "国際",
      "政治",
      "健康",
      "教育",
      "旅行",
      "気候",
      "経済",
      "テクノロジー",
      "科学",
      "スポーツ",
      "エンタメ",
      "食",
    ),
  },
};
