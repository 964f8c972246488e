/* Where the games come from: from the page itself, or in a site from a file of a match.
 *
 * A browser does not let a page read other files of a folder. But it runs scripts from there. So each
 * file of games is a script that calls `takeGames` with the packed games. Short matches in a row
 * share a file. */

const loading = new Map();  // the number of a file -> the promise of its content
const takers = new Map();  // the number of a file -> the function that takes its content

const isSite = () => Boolean(DATA.files);

/** The number of the file with the games of this match. `DATA.files` has the first match of each. */
const fileOf = (match) => DATA.files.findLastIndex((first) => first <= match) + 1;

/** Each file of games calls this. */
function takeGames(file, text) {
  takers.get(file)?.(unpackData(text));
}

function loadFile(file) {
  if (!loading.has(file)) {
    loading.set(file, new Promise((resolve, reject) => {
      takers.set(file, resolve);
      const script = make("script", { src: `replays/${file}.js` });
      script.addEventListener("error", () => {
        loading.delete(file);
        reject(new Error(script.src));
      });
      document.head.append(script);
    }));
  }
  return loading.get(file);
}

let wantedMatch = 0;

/** Open the games of this match, or of the first match. Resolves to false if that is not possible,
 * or if another match was wanted in the meantime. */
async function openMatch(named) {
  const match = named >= DATA.files[0] && named <= DATA.matches ? named : DATA.files[0];
  const file = fileOf(match);
  wantedMatch = match;
  let content = null;
  try {
    content = await loadFile(file);
  } catch {
    tellMissing(`replays/${file}.js`);
    return false;
  }
  if (wantedMatch !== match) return false;
  DATA.said = content.said;
  DATA.games = content.games.filter((game) => game.match === match);
  return true;
}

function tellMissing(path) {
  const place = document.getElementById("missing");
  place.textContent = say("missing", { file: path });
  place.hidden = false;
}
