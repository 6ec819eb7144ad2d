// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.regress.SuiteForm.Field;
import fairlead.scenario.Nearest;
import fairlead.scenario.Tree;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Typed values of one mapping of a suite. Mistakes are collected, each with file, line, key and value. */
final class SuiteValues {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,18})\\.\\.([0-9]{1,18})");

    private final Tree map;
    private final String prefix;
    private final List<Field> fields;
    private final List<String> mistakes;

    /** @param prefix path of the mapping with a dot at its end, or an empty text */
    SuiteValues(final Tree map, final String prefix, final List<Field> fields, final List<String> mistakes) {
        this.map = map;
        this.prefix = prefix;
        this.fields = fields;
        this.mistakes = mistakes;
        map.entries().keySet().forEach(this::known);
        for (final Field field : fields) {
            if (field.required() && !map.entries().containsKey(field.name())) {
                mistakes.add(map.where() + ": " + prefix + field.name() + ": is missing");
            }
        }
    }

    private void known(final String key) {
        final List<String> names = SuiteForm.names(fields);
        if (!names.contains(key)) {
            final String near = Nearest.to(key, names);
            mistakes.add(at(key) + ": unknown key"
                    + (near.isEmpty()
                            ? "; known here: " + String.join(", ", names)
                            : "; did you mean " + prefix + near + "?"));
        }
    }

    boolean has(final String key) {
        return map.entries().containsKey(key);
    }

    Tree tree(final String key) {
        return map.entries().get(key);
    }

    /** Returns file, line, key and value, as a message begins. */
    private String at(final String key) {
        return tree(key).where() + ": " + prefix + brief(key) + " = "
                + tree(key).brief();
    }

    private static String brief(final String key) {
        return key.length() <= 60 ? key : key.substring(0, 60) + "...";
    }

    void wrong(final String key, final String what) {
        mistakes.add((has(key) ? at(key) : map.where() + ": " + prefix + key) + ": " + what);
    }

    private Field field(final String key) {
        return SuiteForm.field(fields, key);
    }

    String text(final String key, final String standard) {
        if (!has(key)) {
            return standard;
        }
        if (tree(key).scalar() instanceof String text && !text.isBlank()) {
            return text;
        }
        wrong(key, "must be a text");
        return standard;
    }

    int integer(final String key, final int standard) {
        if (!has(key)) {
            return standard;
        }
        final Field field = field(key);
        if (tree(key).scalar() instanceof BigInteger number
                && number.compareTo(BigInteger.valueOf(field.low())) >= 0
                && number.compareTo(BigInteger.valueOf(field.high())) <= 0) {
            return number.intValueExact();
        }
        wrong(key, "must be an integer from " + field.low() + " to " + field.high());
        return standard;
    }

    String word(final String key, final String standard) {
        return has(key) ? word(at(key), tree(key), field(key).words(), standard) : standard;
    }

    private String word(final String at, final Tree value, final Collection<String> words, final String standard) {
        final String word = String.valueOf(value.scalar());
        if (words.contains(word)) {
            return word;
        }
        final String near = Nearest.to(word, words);
        mistakes.add(at + ": must be one of " + String.join(", ", words)
                + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        return standard;
    }

    /** Returns the items of a list, each one of the words and there once; an empty list if the key is absent. */
    List<String> words(final String key, final Collection<String> words) {
        final List<String> list = new ArrayList<>();
        for (final Tree item : list(key)) {
            final String word = word(item.where() + ": " + prefix + key + " = " + item.brief(), item, words, null);
            if (list.contains(word)) {
                mistakes.add(item.where() + ": " + prefix + key + " = " + item.brief() + ": it is there twice");
            } else if (word != null) {
                list.add(word);
            }
        }
        return list;
    }

    /** Returns the items of a list that must not be empty; no items if the key is absent. */
    List<Tree> list(final String key) {
        if (!has(key)) {
            return List.of();
        }
        if (!tree(key).isList() || tree(key).items().isEmpty()) {
            wrong(key, "must be a list with at least one item");
            return List.of();
        }
        return tree(key).items();
    }

    /** Returns the entries of a mapping; no entries if the key is absent. */
    Map<String, Tree> mapping(final String key) {
        if (!has(key)) {
            return Map.of();
        }
        if (!tree(key).isMap()) {
            wrong(key, "must be a mapping");
            return Map.of();
        }
        return tree(key).entries();
    }

    /** Returns the values of a section, or of an empty one if the key is absent or wrong. */
    SuiteValues section(final String key) {
        if (has(key) && tree(key).isMap()) {
            return new SuiteValues(tree(key), prefix + key + ".", field(key).inner(), mistakes);
        }
        if (has(key)) {
            wrong(
                    key,
                    "must be a mapping of "
                            + String.join(", ", SuiteForm.names(field(key).inner())));
        }
        return new SuiteValues(Tree.empty(map.where()), prefix + key + ".", List.of(), new ArrayList<>());
    }

    List<Long> seeds(final String key) {
        final TreeSet<Long> seeds = new TreeSet<>();
        if (has(key) && tree(key).scalar() instanceof String text) {
            final Matcher range = RANGE.matcher(text);
            if (range.matches()) {
                final long from = Long.parseLong(range.group(1));
                final long to = Long.parseLong(range.group(2));
                for (long seed = from; seed <= to && seed - from < SuiteForm.MOST_SEEDS; seed++) {
                    seeds.add(seed);
                }
                if (to < from || to - from >= SuiteForm.MOST_SEEDS) {
                    wrong(key, "must rise, and have at most " + SuiteForm.MOST_SEEDS + " seeds");
                }
                return List.copyOf(seeds);
            }
        }
        final boolean listed = has(key) && tree(key).isList();
        for (final Tree item : listed ? list(key) : List.<Tree>of()) {
            if (!(item.scalar() instanceof BigInteger n) || n.signum() < 0 || n.bitLength() >= Long.SIZE) {
                wrong(key, "a seed is an integer from 0 to " + Long.MAX_VALUE + ", not " + item.brief());
            } else if (!seeds.add(n.longValueExact())) {
                wrong(key, item.brief() + " is there twice");
            }
        }
        if (has(key) && !listed) {
            wrong(key, "must be a list of seeds, or FROM..TO");
        }
        return List.copyOf(seeds);
    }

    Map<Metric, Band> bands(final String key) {
        final Map<Metric, Band> bands = new LinkedHashMap<>();
        mapping(key).forEach((name, value) -> {
            final String at = value.where() + ": " + prefix + key + "." + brief(name) + " = " + value.brief();
            if (!Metric.words().contains(name)) {
                final String near = Nearest.to(name, Metric.words());
                mistakes.add(at + ": no such metric; "
                        + (near.isEmpty()
                                ? "known: " + String.join(", ", Metric.words())
                                : "did you mean " + near + "?"));
                return;
            }
            final Metric metric = Metric.of(name);
            if (metric == Metric.EVENTS) {
                if (Band.SAME.equals(value.scalar())) {
                    bands.put(metric, new Band(java.math.BigDecimal.ZERO, false));
                } else {
                    mistakes.add(at + ": must be " + Band.SAME);
                }
                return;
            }
            final Band band = Band.of(value.scalar());
            if (band == null) {
                mistakes.add(at + ": must be a number from 0, or a share as in 5%");
            } else {
                bands.put(metric, band);
            }
        });
        return bands;
    }

    /** Returns the words of a mapping from `names` to the words of the key. */
    Map<String, String> verdicts(final String key, final List<String> names) {
        final Map<String, String> verdicts = new LinkedHashMap<>();
        mapping(key).forEach((name, value) -> {
            final String at = value.where() + ": " + prefix + key + "." + brief(name) + " = " + value.brief();
            if (names.contains(name)) {
                verdicts.put(name, word(at, value, field(key).words(), null));
            } else {
                final String near = Nearest.to(name, names);
                mistakes.add(at + ": no such verdict; "
                        + (near.isEmpty() ? "known: " + String.join(", ", names) : "did you mean " + near + "?"));
            }
        });
        return verdicts;
    }
}
