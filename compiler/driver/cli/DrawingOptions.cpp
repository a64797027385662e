/// \file Command line options for pictures, movies and plots of a run.
#include "driver/cli/CommandLine.h"
#include "driver/draw/DrawnPlane.h"
#include "runtime/program/files/ResultPaths.h"
#include "llvm/ADT/StringRef.h"
#include <limits>

namespace stencilc::driver {

CLI::Validator wholeNumber(std::int64_t least) {
  return CLI::Validator(
      [least](std::string &text) {
        std::int64_t number = 0;
        return readWhole(text, least, std::numeric_limits<std::int64_t>::max(), number);
      },
      "");
}

/// Returns a check of option values: accepts the name of a file in `format`, which has the
/// extension `ending`. Refuses names with the extension of another format of pictures or movies.
/// The error message ends with the advice `instead`.
static CLI::Validator nameOf(const char *format, const char *ending, const char *instead) {
  return CLI::Validator(
      [=](std::string &text) {
        constexpr llvm::StringLiteral formats =
            " png gif pdf svg jpg jpeg eps ps tif tiff bmp webp mp4 avi mov mkv webm mpg mpeg wmv ";
        const std::string suffix = suffixOf(text);
        if (suffix.empty() || suffix == ending || !formats.contains(" " + suffix + " "))
          return std::string();
        return "'" + text + "' cannot be written: this option writes a " + format +
               "; name it NAME." + ending + instead;
      },
      "");
}

/// Returns a check of option values: accepts a number of pixels from `least` to `most`. The upper
/// limit bounds memory and time.
static CLI::Validator pixels(int least, int most) {
  return CLI::Validator(
      [=](std::string &text) {
        int number;
        if (!llvm::StringRef(text).getAsInteger(10, number) && number >= least && number <= most)
          return std::string();
        return "'" + text + "' is not a number of pixels from " + std::to_string(least) + " to " +
               std::to_string(most);
      },
      "");
}

void addDrawings(CLI::App &app, Options &options) {
  app.add_option("--picture", options.draw.picture,
                 "field=file.png, or file.png: picture of a field before and after the run; with "
                 "three axes, of a plane across each axis; 'p[y=12]=...': of this plane (default: "
                 "the field of a report, else the first that is updated)")
      ->check(
          nameOf("PNG", "png", ", or write the field with '--out' and draw it with another tool"));
  app.add_option("--picture-field", options.draw.pictureField,
                 "field of --picture=file.png, or a plane of a field: 'p[y=12]'");
  app.add_option("--picture-look", options.draw.pictureLook,
                 "axes; or plain: only the cells after the run, without axes (default: axes)")
      ->check(CLI::IsMember({"axes", "plain"}));
  app.add_option("--picture-size", options.draw.pictureSize,
                 "approximate pixels along the longer side of the field, at most 8192 (default: "
                 "480 or more)")
      ->check(pixels(1, 8192));
  app.add_option("--movie", options.draw.movies,
                 "field=file.gif, or file.gif: movie of a field during the run; 'p[y]=...': of a "
                 "plane; may be repeated")
      ->check(nameOf("GIF", "gif", ", and 'ffmpeg -i NAME.gif NAME.mp4' makes a movie of it"))
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--movie-every", options.draw.movieEvery,
                 "steps from one frame to the next (default: about 60 frames in all)")
      ->check(wholeNumber(1));
  app.add_option("--movie-size", options.draw.movieSize,
                 "most pixels along the longer side of the field, 16 to 4096 (default: 400)")
      ->check(pixels(16, 4096));
  app.add_option("--colour-map", options.draw.colourMap,
                 "colours of pictures and movies: auto, viridis, diverging, grey (default: auto)")
      ->check(CLI::IsMember({"auto", "viridis", "diverging", "grey"}));
  app.add_option("--colour-range", options.draw.colourRange,
                 "low,high: values at both ends of the colour map (default: the range of the "
                 "values, without single spikes)")
      ->check(CLI::Validator(
          [](std::string &text) {
            std::pair<double, double> range;
            return parseRange(text, range) ? std::string()
                                           : "'" + text +
                                                 "' is not a range; write the lowest and the "
                                                 "highest value, such as -1,1";
          },
          ""));
  app.add_option(
         "--label", options.draw.labels,
         "name=text, label of an axis or of the values of a field: 'x=x in km'; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--plot", options.draw.plot,
                 "SVG or PNG file for a plot of the reports against the steps; needs gnuplot")
      ->check(CLI::Validator(
          [](std::string &text) {
            const llvm::StringRef name = text;
            return name.ends_with_insensitive(".svg") || name.ends_with_insensitive(".png")
                       ? std::string()
                       : "'" + text + "' is not an SVG or PNG file; name it NAME.svg or NAME.png";
          },
          ""));
}

} // namespace stencilc::driver
